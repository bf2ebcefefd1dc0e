"""First schema"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(length=32), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("rules", sa.String(length=40), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
        sa.UniqueConstraint("uid", name=op.f("uq_campaign_uid")),
    )
    op.create_index(op.f("ix_campaign_guild_id"), "campaign", ["guild_id"], unique=False)
    op.create_index(
        "uq_campaign_open_channel",
        "campaign",
        ["channel_id"],
        unique=True,
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.create_table(
        "processedinteraction",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", "kind", name=op.f("pk_processedinteraction")),
    )
    op.create_table(
        "publishedcommands",
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_publishedcommands")),
    )
    op.create_table(
        "battle",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("board", sa.Text(), nullable=True),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("turn_limit", sa.Integer(), nullable=True),
        sa.Column("phrases", sa.Text(), nullable=False),
        sa.Column("proposal", sa.Text(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_battle_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battle")),
        sa.UniqueConstraint("campaign_id", "number", name=op.f("uq_battle_campaign_id_number")),
    )
    op.create_index(op.f("ix_battle_channel_id"), "battle", ["channel_id"], unique=False)
    op.create_table(
        "gm",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("appointed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_gm_campaign_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gm")),
        sa.UniqueConstraint("campaign_id", "user_id", name=op.f("uq_gm_campaign_id_user_id")),
    )
    op.create_index(op.f("ix_gm_user_id"), "gm", ["user_id"], unique=False)
    op.create_table(
        "side",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_side_campaign_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_side")),
        sa.UniqueConstraint("campaign_id", "key", name=op.f("uq_side_campaign_id_key")),
    )
    op.create_table(
        "battleseed",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("from_seq", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("key_digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_battleseed_battle_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battleseed")),
        sa.UniqueConstraint("battle_id", "from_seq", name=op.f("uq_battleseed_battle_id_from_seq")),
    )
    op.create_table(
        "journalentry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=True),
        sa.Column("absent", sa.Boolean(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("rules_version", sa.String(length=40), nullable=False),
        sa.Column("intent", sa.Text(), nullable=False),
        sa.Column("draws", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_journalentry_battle_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journalentry")),
        sa.UniqueConstraint("battle_id", "seq", name=op.f("uq_journalentry_battle_id_seq")),
    )
    op.create_table(
        "outboxpost",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("from_seq", sa.Integer(), nullable=True),
        sa.Column("to_seq", sa.Integer(), nullable=True),
        sa.Column("matter", sa.Text(), nullable=False),
        sa.Column("nonce", sa.String(length=25), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_outboxpost_battle_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_outboxpost_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outboxpost")),
        sa.UniqueConstraint(
            "campaign_id", "battle_id", "position", name=op.f("uq_outboxpost_campaign_id_battle_id_position")
        ),
        sa.UniqueConstraint("nonce", name=op.f("uq_outboxpost_nonce")),
    )
    op.create_index(op.f("ix_outboxpost_status"), "outboxpost", ["status"], unique=False)
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("side_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("phrase", sa.String(length=200), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_player_campaign_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["side_id"], ["side.id"], name=op.f("fk_player_side_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("campaign_id", "user_id", name=op.f("uq_player_campaign_id_user_id")),
    )
    op.create_index(op.f("ix_player_user_id"), "player", ["user_id"], unique=False)
    op.create_table(
        "sealedorder",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("condition", sa.Text(), nullable=False),
        sa.Column("intent", sa.Text(), nullable=False),
        sa.Column("sealed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_sealedorder_battle_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sealedorder")),
    )
    op.create_index(op.f("ix_sealedorder_battle_id"), "sealedorder", ["battle_id"], unique=False)
    op.create_table(
        "snapshot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.String(length=40), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_snapshot_battle_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_snapshot")),
        sa.UniqueConstraint("battle_id", "seq", name=op.f("uq_snapshot_battle_id_seq")),
    )
    op.create_table(
        "timer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("ask_key", sa.String(length=200), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("fired_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("cancelled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_timer_battle_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_timer")),
    )
    op.create_index(op.f("ix_timer_battle_id"), "timer", ["battle_id"], unique=False)
    op.create_index(op.f("ix_timer_due"), "timer", ["due"], unique=False)
    op.create_table(
        "unit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("side_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("organisation", sa.String(length=80), nullable=False),
        sa.Column("nation", sa.String(length=80), nullable=False),
        sa.Column("base_colour", sa.String(length=40), nullable=False),
        sa.Column("formed", sa.Date(), nullable=False),
        sa.Column("traits", sa.Text(), nullable=False),
        sa.Column("disbanded_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_unit_campaign_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_unit_player_id")),
        sa.ForeignKeyConstraint(["side_id"], ["side.id"], name=op.f("fk_unit_side_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unit")),
        sa.UniqueConstraint("campaign_id", "name", name=op.f("uq_unit_campaign_id_name")),
    )
    op.create_index(op.f("ix_unit_campaign_id"), "unit", ["campaign_id"], unique=False)
    op.create_table(
        "battleunit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("x", sa.Float(), nullable=True),
        sa.Column("y", sa.Float(), nullable=True),
        sa.Column("facing", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_battleunit_battle_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_battleunit_unit_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_battleunit")),
        sa.UniqueConstraint("battle_id", "unit_id", name=op.f("uq_battleunit_battle_id_unit_id")),
    )
    op.create_index(op.f("ix_battleunit_unit_id"), "battleunit", ["unit_id"], unique=False)
    op.create_table(
        "slot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rank", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=80), nullable=False),
        sa.Column("traits", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_slot_unit_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slot")),
        sa.UniqueConstraint("unit_id", "number", name=op.f("uq_slot_unit_id_number")),
    )
    op.create_table(
        "vehicle",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("traits", sa.Text(), nullable=False),
        sa.Column("lost_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_vehicle_unit_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vehicle")),
    )
    op.create_index(op.f("ix_vehicle_unit_id"), "vehicle", ["unit_id"], unique=False)
    op.create_table(
        "figure",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slot_id", sa.Integer(), nullable=False),
        sa.Column("given", sa.String(length=80), nullable=False),
        sa.Column("family", sa.String(length=80), nullable=False),
        sa.Column("replaces_id", sa.Integer(), nullable=True),
        sa.Column("excused", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["replaces_id"], ["figure.id"], name=op.f("fk_figure_replaces_id")),
        sa.ForeignKeyConstraint(["slot_id"], ["slot.id"], name=op.f("fk_figure_slot_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figure")),
    )
    op.create_index(op.f("ix_figure_slot_id"), "figure", ["slot_id"], unique=False)
    op.create_table(
        "careerfact",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("figure_id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("by_figure_id", sa.Integer(), nullable=True),
        sa.Column("corrects_id", sa.Integer(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_careerfact_battle_id")),
        sa.ForeignKeyConstraint(["by_figure_id"], ["figure.id"], name=op.f("fk_careerfact_by_figure_id")),
        sa.ForeignKeyConstraint(["corrects_id"], ["careerfact.id"], name=op.f("fk_careerfact_corrects_id")),
        sa.ForeignKeyConstraint(["figure_id"], ["figure.id"], name=op.f("fk_careerfact_figure_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_careerfact")),
    )
    op.create_index(op.f("ix_careerfact_battle_id"), "careerfact", ["battle_id"], unique=False)
    op.create_index(op.f("ix_careerfact_figure_id"), "careerfact", ["figure_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_careerfact_figure_id"), table_name="careerfact")
    op.drop_index(op.f("ix_careerfact_battle_id"), table_name="careerfact")
    op.drop_table("careerfact")
    op.drop_index(op.f("ix_figure_slot_id"), table_name="figure")
    op.drop_table("figure")
    op.drop_index(op.f("ix_vehicle_unit_id"), table_name="vehicle")
    op.drop_table("vehicle")
    op.drop_table("slot")
    op.drop_index(op.f("ix_battleunit_unit_id"), table_name="battleunit")
    op.drop_table("battleunit")
    op.drop_index(op.f("ix_unit_campaign_id"), table_name="unit")
    op.drop_table("unit")
    op.drop_index(op.f("ix_timer_due"), table_name="timer")
    op.drop_index(op.f("ix_timer_battle_id"), table_name="timer")
    op.drop_table("timer")
    op.drop_table("snapshot")
    op.drop_index(op.f("ix_sealedorder_battle_id"), table_name="sealedorder")
    op.drop_table("sealedorder")
    op.drop_index(op.f("ix_player_user_id"), table_name="player")
    op.drop_table("player")
    op.drop_index(op.f("ix_outboxpost_status"), table_name="outboxpost")
    op.drop_table("outboxpost")
    op.drop_table("journalentry")
    op.drop_table("battleseed")
    op.drop_table("side")
    op.drop_index(op.f("ix_gm_user_id"), table_name="gm")
    op.drop_table("gm")
    op.drop_index(op.f("ix_battle_channel_id"), table_name="battle")
    op.drop_table("battle")
    op.drop_table("publishedcommands")
    op.drop_table("processedinteraction")
    op.drop_index(
        "uq_campaign_open_channel",
        table_name="campaign",
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.drop_index(op.f("ix_campaign_guild_id"), table_name="campaign")
    op.drop_table("campaign")
