-- Papers that were given out: the hash on one of them leads back to its record. A paper of the same content is the same paper.
create table issued_papers (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  hash text collate "C" not null check (hash ~ '^[0-9a-f]{64}$'),
  kind text collate "C" not null check (kind in ('dossier', 'certificate', 'material', 'welds', 'welders', 'ndt', 'coat', 'ncr')),
  -- The record; of a dossier or a register the order.
  source_id bigint not null,
  no text collate "C" not null,
  order_id bigint constraint issued_papers_order_fkey references orders on delete cascade,
  order_no text,
  search text not null,
  issued_at timestamptz not null,
  issued_by bigint,
  issued_by_name text not null,
  constraint issued_papers_once unique (plant_id, hash)
);
create index issued_papers_by_time on issued_papers (plant_id, issued_at desc, id desc);
create index issued_papers_by_order on issued_papers (order_id, issued_at desc, id desc);
create index issued_papers_by_search on issued_papers using gin (search gin_trgm_ops) with (fastupdate = off);

-- Statistics add up what was judged. Who worked on a piece last before it was judged:
alter table inspection_pieces add column crew_id bigint constraint inspection_pieces_crew_fkey references crews on delete set null;

-- Readings of a judged inspection by item and crew: years of readings are added up from these, and not read again.
create table reading_sums (
  inspection_id bigint not null references inspections on delete cascade,
  -- Row of the form, and the item of the standard that it was made from.
  item_id bigint not null references inspection_items on delete cascade,
  -- 0: nobody is known.
  crew_id bigint not null,
  plant_id bigint not null references plants,
  standard_item_id bigint,
  -- The Chinese name, where the item is of no standard.
  label text,
  readings integer not null check (readings > 0),
  outside integer not null check (outside between 0 and readings),
  primary key (inspection_id, item_id, crew_id)
);

alter table inspection_pieces disable trigger inspection_pieces_keep_locked;
update inspection_pieces ip set crew_id = (
  select r.crew_id from work_reports r
  where r.piece_id = ip.piece_id and r.crew_id is not null and r.undone_at is null and r.done_at <= i.judged_at
  order by r.done_at desc, r.id desc limit 1
)
from inspections i where i.id = ip.inspection_id and i.judged_at is not null;
alter table inspection_pieces enable trigger inspection_pieces_keep_locked;

insert into reading_sums (inspection_id, item_id, crew_id, plant_id, standard_item_id, label, readings, outside)
select r.inspection_id, r.item_id, coalesce(ip.crew_id, 0), i.plant_id, x.item_id,
  case when x.item_id is null then x.names ->> 'zh' end, count(*), count(*) filter (where not r.inside)
from inspections i join readings r on r.inspection_id = i.id
  join inspection_items x on x.id = r.item_id
  join inspection_pieces ip on ip.inspection_id = r.inspection_id and ip.piece_id = r.piece_id
where i.judged_at is not null
group by 1, 2, 3, 4, 5, 6;

-- The statistics of non-conformances by month.
create index ncrs_for_statistics on ncrs (plant_id, raised_at)
  include (defect_id, cause, disposition, severity, crew_id, order_id, pieces, kg, cost, closed_at, status);
create index ncrs_by_closing on ncrs (plant_id, closed_at) where closed_at is not null;
