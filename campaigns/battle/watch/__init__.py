"""What is looked after while nobody acts: deadlines, reminders, posts that do not arrive."""
