-- What a machine told that is no number, the latest first, whichever signal told it.
create index telemetry_texts_pages on telemetry_texts (machine_id, at, slot);
