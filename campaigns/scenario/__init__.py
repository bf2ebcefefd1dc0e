"""What a campaign keeps to fight by: scenarios, boards, and who takes which part."""
