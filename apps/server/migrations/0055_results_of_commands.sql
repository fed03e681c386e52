-- What the transaction of a command returned, kept in that transaction: a request that is repeated after a crash between the
-- commit and the reply is answered from it.
alter table idempotency_keys add column result bytea;
