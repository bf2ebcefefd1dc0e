"""Orders carried out: foot, guns and vehicles, all at the same time. Foot Movement, Vehicle Movement"""
