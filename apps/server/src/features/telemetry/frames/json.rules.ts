import { type FaultReason, largestMessage } from '@cloud-factory/contract/telemetry-words'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON of a message. Never throws. */
export function readJson(
  payload: Uint8Array,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: FaultReason } {
  if (payload.length > largestMessage) return { ok: false, reason: 'size' }
  try {
    return { ok: true, value: JSON.parse(utf8.decode(payload)) as unknown }
  } catch {
    return { ok: false, reason: 'json' }
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
