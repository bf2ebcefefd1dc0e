"""A whole campaign as a file that another database can take in: packed, checked, brought in.

The file is a ZIP with one text, `campaign.jsonl`: a JSON object a line. The first line is the head (format, rules,
moment, number of rows), the last the foot (SHA-256 of all lines before it); in between stand people and rows, each
table's together, in the order of `layout.CARRIED`. A row has the name of its table, its number in this file where
others refer to it, and its columns by name; a reference is the number of a row above. Units and figures have the
numbers by which the battles' journals call them, and keep them wherever they go.
"""
