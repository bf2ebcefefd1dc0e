"""The count by points. Establishing the Victor"""
