-- What keeps pieces from conforming is found first, and then whose it is: most pieces of an order lack nothing.
create index welds_unmet on welds (piece_id, state) where state not in ('passed', 'free');
create index inspections_failed on inspections (plant_id, id) where status = 'locked' and verdict = 'fail';
create index coats_unmet on coats (plant_id, id) where status <> 'pass' or jsonb_typeof(limits -> 'fire') = 'object';
