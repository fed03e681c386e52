-- The lots, and with them the heats, that good parts were cut from.
create table part_lots (
  mark_id bigint not null,
  part_mark text collate "C" not null,
  lot_id bigint not null constraint part_lots_lot_fkey references material_lots,
  cut integer not null,
  built integer not null default 0,
  primary key (mark_id, part_mark, lot_id),
  constraint part_lots_count_fkey foreign key (mark_id, part_mark) references part_counts on delete cascade,
  constraint part_lots_built_check check (0 <= built and built <= cut)
);
create index part_lots_by_lot on part_lots (lot_id);
insert into part_lots (mark_id, part_mark, lot_id, cut)
select n.mark_id, n.part_mark, s.lot_id, count(*)
from nest_parts n join nest_bars b on b.id = n.nest_bar_id and b.status = 'cut' join stock_bars s on s.id = b.stock_bar_id
  join part_counts c on c.mark_id = n.mark_id and c.part_mark = n.part_mark
where not n.scrapped group by 1, 2, 3;

-- Parts that came from part_lots when the piece was built; null: assigned by hand. Their weight is that of the list, limited
-- to what the lot has left, since lots may weigh less than the list says.
alter table heat_uses add column parts integer check (parts > 0);
alter table heat_uses drop constraint heat_uses_kg_check;
alter table heat_uses add constraint heat_uses_kg_check check (kg > 0 or (kg = 0 and parts is not null));
