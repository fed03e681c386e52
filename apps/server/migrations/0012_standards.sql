-- Standards: where a figure was taken from, and where sources differ; an edition that was approved stays as it is, whoever
-- writes. It may only be retired; a correction is a new edition.
alter table standard_items add column source text not null default '';
-- What judges only some members (an end plate, a specified camber, another class of weld): not part of a form by itself.
alter table standard_items add column optional boolean not null default false;

create function keep_approved_edition() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.status = 'approved' and new.status = 'retired' then
    if (to_jsonb(new) - '{status,version,updated_at,updated_by,updated_by_name}'::text[])
      = (to_jsonb(old) - '{status,version,updated_at,updated_by,updated_by_name}'::text[]) then
      return new;
    end if;
  end if;
  raise exception 'edition % is approved', old.no using errcode = 'restrict_violation';
end
$$;
create trigger standard_editions_keep_approved before update or delete on standard_editions
  for each row when (old.status <> 'draft') execute function keep_approved_edition();

create function keep_approved_items() returns trigger language plpgsql as $$
declare
  own bigint := case when tg_op = 'INSERT' then new.edition_id else old.edition_id end;
begin
  if exists (select from standard_editions where id = own and status <> 'draft') then
    raise exception 'edition % is approved', own using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger standard_items_keep_approved before insert or update or delete on standard_items
  for each row execute function keep_approved_items();
