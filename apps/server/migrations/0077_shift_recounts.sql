-- The shifts by which what machines made is counted; other ones count it anew.
create table machine_shift_plans (
  plant_id bigint primary key references plants,
  plan jsonb not null
);
-- The shifts by which the machine was counted, which are others now; null: readings came late.
alter table machine_recounts add column shifts_before jsonb;
-- Counted by shifts that are others now, and nothing is stored any more to count it anew from.
alter table machine_counts add column by_old_shifts boolean not null default false;
