-- Assemblies in assemblies. Marks are named, not referenced: what a mark contains stays when a revision replaces its row.
create table sub_assemblies (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint sub_assemblies_order_fkey references orders on delete cascade,
  outer_mark text collate "C" not null check (outer_mark <> ''),
  inner_mark text collate "C" not null check (inner_mark <> ''),
  -- In one piece of the outer mark.
  quantity integer not null check (quantity between 1 and 9999),
  -- The list's weight of the outer mark includes it: it is taken off, so that each kilogram counts once.
  is_weight_included boolean not null,
  -- The import that named it; null: added by hand.
  import_id bigint constraint sub_assemblies_import_fkey references import_jobs,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint sub_assemblies_once unique (order_id, outer_mark, inner_mark),
  constraint sub_assemblies_itself_check check (outer_mark <> inner_mark)
);
create index sub_assemblies_by_inner on sub_assemblies (order_id, inner_mark);
create index sub_assemblies_by_import on sub_assemblies (import_id) where import_id is not null;

-- What was taken off the list's weight of one piece, because its sub-assemblies count it.
alter table marks add column sub_kg numeric(14,3) not null default 0 check (sub_kg >= 0);

-- A row of the part list that names an assembly: it is not cut, and has no heat of its own. Null is false: rows that undoing an import restores have none.
alter table parts add column is_assembly boolean;

-- Which piece is in which one. A piece is in one only; what was taken out is in the audit log.
create table built_pieces (
  piece_id bigint primary key constraint built_pieces_piece_fkey references pieces,
  plant_id bigint not null references plants,
  order_id bigint not null constraint built_pieces_order_fkey references orders on delete cascade,
  outer_id bigint not null constraint built_pieces_outer_fkey references pieces,
  -- The piece that is in no other one: with it this one is packed and shipped.
  root_id bigint not null constraint built_pieces_root_fkey references pieces,
  built_at timestamptz not null,
  built_by bigint,
  built_by_name text not null,
  constraint built_pieces_itself_check check (piece_id <> outer_id and piece_id <> root_id)
);
create index built_pieces_by_outer on built_pieces (outer_id, piece_id);
create index built_pieces_by_root on built_pieces (root_id, piece_id);
create index built_pieces_by_order on built_pieces (order_id, piece_id);
