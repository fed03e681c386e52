-- Plans that count hours and output, one repair order for an alarm, and alarms that machines raise themselves.

-- What the shifts from which a plan is counted on had on them already when it was last done: hours, or output.
alter table maintenance_plans add base numeric(14,2) not null default 0 check (base >= 0);
-- What was counted when it was done; null: the calendar was, or the machine told nothing.
alter table maintenance_deeds add used numeric(14,2) check (used >= 0);

-- An alarm has one repair order, on its own machine; one that was cancelled makes room for another.
alter table alarms add constraint alarms_machine_key unique (id, machine_id);
update repairs r set alarm_id = null where alarm_id is not null and (
  not exists (select from alarms a where a.id = r.alarm_id and a.machine_id = r.machine_id)
  or (r.status <> 'cancelled' and exists (
    select from repairs e where e.alarm_id = r.alarm_id and e.status <> 'cancelled' and e.id < r.id)));
alter table repairs add constraint repairs_alarm_fkey foreign key (alarm_id, machine_id)
  references alarms (id, machine_id);
create unique index repairs_alarm_key on repairs (alarm_id) where alarm_id is not null and status <> 'cancelled';
create index repairs_by_alarm on repairs (alarm_id, machine_id);

-- machine: the machine says itself what is wrong with it, in its own code and words; each code is an alarm of its own.
alter table alarm_rules drop constraint alarm_rules_kind_check;
alter table alarm_rules add constraint alarm_rules_kind_check
  check (kind in ('above', 'below', 'state', 'offline', 'machine'));
alter table alarms add own_code text collate "C" not null default '';
alter table alarms add own_text text not null default '';
drop index alarms_open_key;
create unique index alarms_open_key on alarms (machine_id, rule_id, own_code) where state <> 'normal';
-- A factory that begins with the shipped rules gets it with them; one that has begun already gets it here.
insert into alarm_rules (plant_id, code, names, kind, severity, escalate_min, updated_by_name)
select p.id, 'MACHINE', '{"zh": "设备自报警", "en": "The machine’s own alarm", "es": "Alarma propia de la máquina"}', 'machine',
  'warning', 30, ''
from plants p where exists (select from settings where key = 'alarmRules.' || p.id)
on conflict on constraint alarm_rules_code_key do nothing;
