-- Decisions that one person may take alone, by plant. A plant without a row asks for a second person at each of them.
create table four_eyes_policies (
  plant_id bigint primary key references plants,
  alone text[] not null check (alone <@ array['inspection_judge', 'coat_judge', 'ncr_approve', 'ncr_verify',
    'certificate_accept', 'lot_release', 'repair_verify']),
  version integer not null default 1 check (version > 0),
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null
);

-- Who wrote the values last: they do not accept them. What is there was written by whoever entered it.
alter table mill_certificates add column entered_by bigint;
update mill_certificates set entered_by = created_by;
alter table coats add column measured_by bigint;
update coats set measured_by = created_by where measured > 0;
