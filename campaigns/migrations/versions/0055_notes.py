"""On PostgreSQL a process of a fleet that writes tells the others what has changed"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

from alembic import op

revision = "0055"
down_revision = "0047"
branch_labels = None
depends_on = None

# Only where somebody else might hear it: a note costs every commit a lock of PostgreSQL's own. The member that writes
# names itself (`Store.writing`), and does not listen to itself.
NOTE = """
CREATE FUNCTION adjutant_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    campaign_of bigint;
    guild bigint;
    about text := TG_ARGV[0];
BEGIN
    IF (SELECT count(*) FROM (SELECT 1 FROM fleetmember LIMIT 2) AS members) < 2 THEN
        RETURN NULL;
    END IF;
    IF TG_TABLE_NAME = 'timer' THEN
        SELECT battle.campaign_id INTO campaign_of FROM battle WHERE battle.id = NEW.battle_id;
    ELSE
        campaign_of := NEW.campaign_id;
    END IF;
    IF TG_TABLE_NAME = 'battle' THEN
        about := about || ' ' || NEW.id || ' ' || NEW.version;
    END IF;
    SELECT campaign.guild_id INTO guild FROM campaign WHERE campaign.id = campaign_of;
    PERFORM pg_notify(
        'adjutant', coalesce(nullif(current_setting('adjutant.member', true), ''), '0') || ' ' || guild || ' ' || about
    );
    RETURN NULL;
END $$
"""
EARLIER_POST = "NEW.status = 'pending' AND (OLD.status <> 'pending' OR NEW.due < OLD.due)"
EARLIER_TIMER = "coalesce(NEW.not_before, NEW.due) < coalesce(OLD.not_before, OLD.due)"
TRIGGERS = {
    "note_post": ("INSERT ON outboxpost", "NEW.status = 'pending'", "posts"),
    "note_post_again": ("UPDATE ON outboxpost", EARLIER_POST, "posts"),
    "note_timer": ("INSERT ON timer", "NEW.fired_at IS NULL", "clocks"),
    "note_timer_moved": ("UPDATE ON timer", EARLIER_TIMER, "clocks"),
    "note_battle": ("UPDATE OF version ON battle", "NEW.version <> OLD.version", "battle"),
}


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(NOTE)
    for name, (when, which, about) in TRIGGERS.items():
        op.execute(
            f"CREATE TRIGGER {name} AFTER {when} FOR EACH ROW WHEN ({which}) EXECUTE FUNCTION adjutant_note('{about}')"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for name, (when, _, _) in TRIGGERS.items():
        op.execute(f"DROP TRIGGER {name} ON {when.split()[-1]}")
    op.execute("DROP FUNCTION adjutant_note()")
