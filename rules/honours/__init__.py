"""Honours: what people and units may be given for what they did, as a file of awards says.

Every rule set brings a file of its own, `rules/<rule set>/honours/*.yaml`; a campaign may bring another. An award says
what is counted, how much of it is needed, where it is counted and who gets it; what a battle did stands in careers.
"""

from rules.honours.award import Award, AwardMeasure, Often, Posthumous, Recipient, Scope, Stripe, Worn
from rules.honours.library import shipped
from rules.honours.reading import AwardFault, AwardFile, read_awards

__all__ = [
    "Award",
    "AwardFault",
    "AwardFile",
    "AwardMeasure",
    "Often",
    "Posthumous",
    "Recipient",
    "Scope",
    "Stripe",
    "Worn",
    "read_awards",
    "shipped",
]
