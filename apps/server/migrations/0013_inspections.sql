-- Inspections: what a life of their own needs beyond the ground. A piece waits in one inspection of a gate at a time; what
-- is locked stays as it is, whoever writes; photos lie beside the readings.
alter table inspections add column created_by_name text not null default '';
-- Frozen with the form: the number of the edition and the rule of its verdict.
alter table inspections add column edition_no text not null default '';
alter table inspections add column verdict_family text collate "C" not null default 'gb' check (verdict_family in ('gb', 'all'));
-- Which pieces of the lot are measured, in per cent and at least so many, as it was asked for.
alter table inspections add column percent smallint not null default 100 check (percent between 1 and 100);
alter table inspections add column at_least smallint not null default 1 check (at_least > 0);
-- Why it went back, was corrected or was cancelled.
alter table inspections add column reason text not null default '';
create index inspections_by_process on inspections (process_id, id desc) where process_id is not null;

-- The gate that the piece waits for in this inspection; emptied when the inspection is locked or cancelled.
alter table inspection_pieces add column open_process_id bigint;
create unique index inspection_pieces_waits_once on inspection_pieces (piece_id, open_process_id)
  where open_process_id is not null;

-- The size of the piece that an item's nominal value is.
alter table inspection_items add column nominal_of text collate "C";

create table inspection_photos (
  id bigint generated always as identity primary key,
  inspection_id bigint not null constraint inspection_photos_inspection_fkey references inspections on delete cascade,
  plant_id bigint not null references plants,
  item_id bigint constraint inspection_photos_item_fkey references inspection_items on delete cascade,
  piece_id bigint constraint inspection_photos_piece_fkey references pieces,
  file_name text not null check (file_name <> ''),
  type text collate "C" not null,
  bytes integer not null check (bytes > 0),
  sha256 text collate "C" not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  constraint inspection_photos_once unique (inspection_id, sha256)
);

-- A locked inspection only ever becomes a replaced one; nothing else of it changes, and it is never deleted.
create function keep_locked_inspection() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'locked' and new.status = 'replaced' then
    if (to_jsonb(new) - '{status,version,updated_at,updated_by,updated_by_name}'::text[])
      = (to_jsonb(old) - '{status,version,updated_at,updated_by,updated_by_name}'::text[]) then
      return new;
    end if;
  end if;
  raise exception 'inspection % is locked', old.no using errcode = 'restrict_violation';
end
$$;
create trigger inspections_keep_locked before update or delete on inspections
  for each row when (old.status in ('locked', 'replaced')) execute function keep_locked_inspection();

create function keep_locked_parts() returns trigger language plpgsql as $$
declare
  own bigint := case when tg_op = 'INSERT' then new.inspection_id else old.inspection_id end;
begin
  if exists (select from inspections where id = own and status in ('locked', 'replaced')) then
    raise exception 'inspection % is locked', own using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger readings_keep_locked before insert or update or delete on readings
  for each row execute function keep_locked_parts();
create trigger inspection_items_keep_locked before insert or update or delete on inspection_items
  for each row execute function keep_locked_parts();
create trigger inspection_pieces_keep_locked before insert or update or delete on inspection_pieces
  for each row execute function keep_locked_parts();
create trigger inspection_photos_keep_locked before insert or update or delete on inspection_photos
  for each row execute function keep_locked_parts();
