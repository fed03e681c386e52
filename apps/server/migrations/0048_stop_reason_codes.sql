-- Codes by which machines and alarm rules say why a machine stands: a stop without a reason is shown with the one that its code
-- stands for, until a person takes it over. Class: that kind of machine only, and before what holds for all; null: all of them.
create table stop_reason_codes (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  reason_id bigint not null constraint stop_reason_codes_reason_fkey references stop_reasons on delete cascade,
  code text collate "C" not null check (code <> ''),
  class text collate "C",
  constraint stop_reason_codes_key unique nulls not distinct (plant_id, code, class)
);
create index stop_reason_codes_by_reason on stop_reason_codes (reason_id);
-- A factory that begins with the shipped reasons gets those of the shipped alarm rules with them; one that has begun already gets
-- them here.
insert into stop_reason_codes (plant_id, reason_id, code)
select r.plant_id, r.id, c.code
from stop_reasons r join (values ('MAT-03', 'CUT-GAS'), ('MAT-03', 'CUT-O2'), ('MAT-03', 'LAS-GAS'), ('MAT-03', 'ROB-GAS'),
  ('MAT-03', 'SAW-FLUX'), ('FLT-01', 'LAS-CHILLER'), ('FLT-03', 'STR-OIL'), ('FLT-05', 'DRL-TORQUE')) c (reason, code)
  on c.reason = r.code
where r.parent_id is not null
on conflict on constraint stop_reason_codes_key do nothing;

-- A machine's events are read backwards in pages; events of one instant by their names.
create index telemetry_events_pages on telemetry_events (machine_id, at desc, event_key desc);
drop index telemetry_events_by_time;

-- Mean times of repair orders are reckoned by the day on which they were verified.
create index repairs_by_verification on repairs (plant_id, verified_at) where verified_at is not null and stopped;
