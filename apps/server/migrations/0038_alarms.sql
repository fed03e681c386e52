-- Alarms of machines by the states of ISA-18.2: what raises one, the alarms themselves, and all that happened to them.
create table alarm_rules (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  code text collate "C" not null check (code <> ''),
  names jsonb not null,
  -- Kind of machine that it watches; null: all of them. Machine: this one only.
  class text collate "C",
  machine_id bigint constraint alarm_rules_machine_fkey references machines,
  -- above, below: a signal beyond a limit; state: the machine is in a state; offline: nothing is heard of it.
  kind text collate "C" not null check (kind in ('above', 'below', 'state', 'offline')),
  -- The signal by its role, else by the machine's own word for it.
  role text collate "C",
  signal text collate "C",
  limit_value double precision,
  -- How far a value must come back before the alarm does.
  dead_band double precision not null default 0 check (dead_band >= 0),
  -- The index into the words of states.
  state smallint check (state between 0 and 5),
  on_delay_s integer not null default 0 check (on_delay_s between 0 and 3600),
  off_delay_s integer not null default 0 check (off_delay_s between 0 and 3600),
  severity text collate "C" not null check (severity in ('info', 'warning', 'critical')),
  -- A limit from which it is critical, beyond the first one; null: none.
  critical_value double precision,
  -- Nobody acknowledged it for so long: it is escalated; null: never.
  escalate_min integer check (escalate_min between 1 and 1440),
  -- One that comes and goes all the time is one alarm until it has been quiet for so long.
  quiet_min integer not null default 10 check (quiet_min between 1 and 240),
  -- What to do.
  advice jsonb,
  active boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint alarm_rules_code_key unique (plant_id, code),
  constraint alarm_rules_limit_check check ((kind in ('above', 'below')) = (limit_value is not null)),
  constraint alarm_rules_signal_check check ((kind in ('above', 'below')) = (role is not null or signal is not null)),
  constraint alarm_rules_wanted_state_check check ((kind = 'state') = (state is not null)),
  constraint alarm_rules_scope_check check (class is null or machine_id is null)
);
create index alarm_rules_by_machine on alarm_rules (machine_id);

create table alarms (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  machine_id bigint not null,
  source text collate "C" not null check (source <> 'sim'),
  rule_id bigint not null constraint alarms_rule_fkey references alarm_rules,
  -- ISA-18.2: active and not acknowledged, active and acknowledged, gone before anybody acknowledged it; normal: over.
  state text collate "C" not null check (state in ('unack', 'acked', 'rtn_unack', 'normal')),
  severity text collate "C" not null check (severity in ('info', 'warning', 'critical')),
  value double precision,
  raised_at timestamptz not null,
  -- When it last became active; it may come back before anybody has looked.
  active_at timestamptz not null,
  times integer not null default 1 check (times > 0),
  is_chattering boolean not null default false,
  acked_at timestamptz,
  acked_by bigint,
  acked_by_name text not null default '',
  returned_at timestamptz,
  closed_at timestamptz,
  escalated_at timestamptz,
  -- Put aside by a person, for eight hours at most.
  shelved_until timestamptz,
  shelved_by_name text not null default '',
  shelf_reason text not null default '',
  -- Its machine is offline, so that it says nothing of its own.
  is_suppressed boolean not null default false,
  version integer not null default 1 check (version > 0),
  constraint alarms_machine_fkey foreign key (machine_id, source) references machines (id, source),
  constraint alarms_closed_check check ((state = 'normal') = (closed_at is not null)),
  constraint alarms_acked_check check (state <> 'acked' or acked_at is not null)
);
-- A rule has at most one alarm on a machine at a time.
create unique index alarms_open_key on alarms (machine_id, rule_id) where state <> 'normal';
create index alarms_open on alarms (plant_id, raised_at desc, id desc) where state <> 'normal';
create index alarms_by_time on alarms (plant_id, raised_at desc, id desc);
create index alarms_by_machine on alarms (machine_id, raised_at desc);
create index alarms_by_rule on alarms (rule_id);

create table alarm_events (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  alarm_id bigint not null references alarms,
  at timestamptz not null,
  kind text collate "C" not null check (kind in ('raised', 'again', 'severity', 'acked', 'returned', 'closed', 'shelved',
    'unshelved', 'suppressed', 'unsuppressed', 'chattering', 'calm', 'escalated')),
  value double precision,
  by_id bigint,
  by_name text not null default '',
  note text not null default ''
);
create index alarm_events_by_alarm on alarm_events (alarm_id, id);
create trigger alarm_events_append_only before update or delete on alarm_events
  for each row execute function refuse_change();

-- Rules that a person took out of service on a machine: they raise nothing there until they are put back.
create table alarm_outages (
  machine_id bigint not null references machines,
  rule_id bigint not null constraint alarm_outages_rule_fkey references alarm_rules on delete cascade,
  plant_id bigint not null references plants,
  reason text not null check (reason <> ''),
  since timestamptz not null default now(),
  by_name text not null,
  primary key (machine_id, rule_id)
);
create index alarm_outages_by_rule on alarm_outages (rule_id);
