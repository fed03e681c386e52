-- The last statement of a command, sent together with its commit: writes its audit rows and events. Only from here until the commit a command holds
-- the lock of its plant (2 is `record` in advisory-lock.ts), so that no two audit rows follow the same row, and no event becomes visible before an
-- earlier one. Each statement in here sees what others committed while the lock was waited for.
create function record_changes(lines jsonb) returns void language plpgsql as $$
declare
  line jsonb;
begin
  perform pg_advisory_xact_lock(2, plant) from (
    select distinct (l ->> 'plantId')::int as plant from jsonb_array_elements(lines) l order by plant
  ) plants;
  for line in select l from jsonb_array_elements(lines) l loop
    if line ? 'event' then
      insert into outbox (plant_id, name, subject_id, payload)
      values ((line ->> 'plantId')::bigint, line ->> 'event', line ->> 'subjectId', line -> 'payload');
    else
      -- `words`: the text that is hashed, without the hash of the row before; see chain.ts.
      insert into audit_log (plant_id, at, actor_id, actor_name, address, request_id, action, subject_kind, subject_id,
        subject_name, before, after, prev_hash, hash)
      select a."plantId", a.at, a."actorId", a."actorName", a.address, a."requestId", a.action, a."subjectKind",
        a."subjectId", a."subjectName", a.before, a.after, previous.hash,
        encode(sha256(convert_to('["' || previous.hash || '",' || a.words, 'UTF8')), 'hex')
      from jsonb_to_record(line) as a ("plantId" bigint, at timestamptz, "actorId" bigint, "actorName" text, address text,
          "requestId" text, action text, "subjectKind" text, "subjectId" text, "subjectName" text, before jsonb,
          after jsonb, words text)
        cross join lateral (select coalesce((select hash from audit_log where plant_id = a."plantId"
          order by id desc limit 1), '') as hash) previous;
    end if;
  end loop;
end
$$;
