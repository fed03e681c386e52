-- What a row of an import stands for. mark: an assembly or part of a list. file: a part file (NC1) that is its own mark.
-- part: a part file whose part a list holds, or that is left out; it never becomes a piece.
alter table import_marks add column role text collate "C" not null default 'mark'
  check (role in ('mark', 'file', 'part'));

update import_marks i set role = 'file' from import_jobs j where j.id = i.job_id and j.format = 'dstv-nc1';

-- Counts of import_parts by state; null: no part file met a list.
alter table import_jobs add column part_files jsonb;
-- Part files that no list holds become marks of their own; null: nobody has said, see part-files.rules.
alter table import_jobs add column add_unlisted boolean;

-- Part files against the parts that the lists name, one row a part mark.
create table import_parts (
  id bigint generated always as identity primary key,
  job_id bigint not null references import_jobs on delete cascade,
  plant_id bigint not null references plants,
  part_mark text collate "C" not null,
  -- matched: both say the same. differs: see fields. no_file: listed only. no_line: in a file only.
  state text collate "C" not null check (state in ('matched', 'differs', 'no_file', 'no_line')),
  -- Of profile, grade, length, weight, quantity.
  fields text[] not null default '{}',
  file text,
  -- Marks that have the part, the first few.
  marks text[] not null default '{}',
  -- {"profile", "grade", "lengthMm", "netKg", "quantity"}
  listed jsonb,
  in_file jsonb,
  -- Drawing and holes of the file go to the listed part.
  completes boolean not null,
  constraint import_parts_mark_key unique (job_id, part_mark)
);
create index import_parts_by_state on import_parts (job_id, state, part_mark);

-- A completed part, so that it can be undone.
alter table import_effects drop constraint import_effects_subject_check,
  add constraint import_effects_subject_check check (subject in ('mark', 'piece', 'part'));
