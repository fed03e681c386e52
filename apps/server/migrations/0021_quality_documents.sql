-- A report is verified by the hash that it carries.
create index inspections_by_hash on inspections (hash) where hash is not null;
