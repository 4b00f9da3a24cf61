"""What cards are written with: abilities, printed cards, and `Card`, which sees, asks and acts."""
