-- What a gate let through before a piece was repaired counts no more: the pass stays on record and says since when, and why.
alter table gate_passes add column void_since timestamptz;
alter table gate_passes add column voided_by bigint constraint gate_passes_voided_by_fkey references ncrs on delete set null;
alter table gate_passes add constraint gate_passes_void_check check (voided_by is null or void_since is not null);
create index gate_passes_voided on gate_passes (piece_id, process_id) where void_since is not null;
