-- An adapter may be for the messages of one gateway; null = of any.
alter table telemetry_adapters add column gateway_id bigint
  constraint telemetry_adapters_gateway_fkey references gateways;
