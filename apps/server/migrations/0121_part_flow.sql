-- Parts after cutting: drilled or otherwise processed, collected in kits, built into pieces (decision 0073).
alter table part_counts
  add column processed integer not null default 0 check (processed >= 0),
  add column kitted integer not null default 0 check (kitted >= 0),
  add column built integer not null default 0 check (built >= 0),
  -- Built in although nobody reported their cutting.
  add column assumed integer not null default 0 check (assumed >= 0);

-- Parts without holes need no processing.
update part_counts c set processed = c.cut
where not exists (select from parts p where p.mark_id = c.mark_id and p.part_mark = c.part_mark and p.holes > 0);

-- The parts that a piece was built from. Missing reports are assumed: undoing the step removes those again.
create table built_parts (
  piece_id bigint not null constraint built_parts_piece_fkey references pieces on delete cascade,
  part_mark text collate "C" not null,
  mark_id bigint not null,
  quantity integer not null check (quantity > 0),
  unkitted integer not null,
  unprocessed integer not null,
  uncut integer not null,
  primary key (piece_id, part_mark),
  constraint built_parts_count_fkey foreign key (mark_id, part_mark) references part_counts on delete cascade,
  constraint built_parts_assumed_check check (0 <= uncut and uncut <= unprocessed and unprocessed <= unkitted and unkitted <= quantity)
);
create index built_parts_by_part on built_parts (mark_id, part_mark);

-- Pieces of counted parts that are past fit-up, or past the first step after cutting and drilling on a route without it.
with steps as (
  select s.route_id, coalesce(min(s.position) filter (where p.code = 'FitUpComp'),
    min(s.position) filter (where p.kind = 'work' and p.code not in ('CutComp', 'MachinedBeforeWeld', 'Drilled'))) as position
  from route_steps s join processes p on p.id = s.process_id group by s.route_id
), per_mark as (
  select mark_id, part_mark, sum(quantity_per_mark)::int as quantity from parts group by mark_id, part_mark
), past as (
  select p.id as piece_id, c.mark_id, c.part_mark, per_mark.quantity, c.cut, c.processed,
    per_mark.quantity * row_number() over (partition by c.mark_id, c.part_mark order by p.id) as built
  from part_counts c join per_mark using (mark_id, part_mark) join marks m on m.id = c.mark_id
    join steps on steps.route_id = m.route_id
    join pieces p on p.mark_id = c.mark_id and p.steps_done > steps.position and p.status not in ('scrapped', 'superseded')
)
insert into built_parts (piece_id, part_mark, mark_id, quantity, unkitted, unprocessed, uncut)
select piece_id, part_mark, mark_id, quantity, quantity, greatest(0, least(quantity, built - processed)),
  greatest(0, least(quantity, built - greatest(processed, cut)))
from past;
update part_counts c set built = b.built, kitted = b.built, processed = c.processed + b.unprocessed, assumed = b.uncut
from (select mark_id, part_mark, sum(quantity) as built, sum(unprocessed) as unprocessed, sum(uncut) as uncut
  from built_parts group by mark_id, part_mark) b
where b.mark_id = c.mark_id and b.part_mark = c.part_mark;
alter table part_counts add constraint part_counts_flow_check
  check (built <= kitted and kitted <= processed and processed <= cut + assumed);

-- Reports on parts. Bars of nests are reported in nest_bars.
create table part_reports (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint part_reports_order_fkey references orders on delete cascade,
  mark_id bigint not null constraint part_reports_mark_fkey references marks on delete cascade,
  part_mark text collate "C" not null,
  kind text collate "C" not null check (kind in ('cut', 'process', 'kit', 'scrap')),
  quantity integer not null check (quantity > 0),
  -- Of cut parts, those that need no processing; of scrapped ones, those that were processed.
  processed integer not null default 0 check (processed between 0 and quantity),
  -- The steel that they are cut from.
  lot_id bigint constraint part_reports_lot_fkey references material_lots,
  reason text,
  reported_at timestamptz not null,
  reported_by bigint,
  reported_by_name text not null,
  undone_at timestamptz,
  undone_by bigint,
  undone_by_name text,
  undo_reason text,
  constraint part_reports_scrap_check check (kind <> 'scrap' or reason <> ''),
  constraint part_reports_undone_check check ((undone_at is null) = (undone_by_name is null) and (undone_at is null) = (undo_reason is null))
);
create index part_reports_by_order on part_reports (order_id, id);
create index part_reports_by_part on part_reports (mark_id, part_mark, id);

-- Project setting: fit-up is reported only for pieces whose parts are in a kit.
alter table projects add column kits_required boolean not null default false;
