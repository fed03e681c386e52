import { type FaultReason, largestMessage } from '@cloud-factory/domain/telemetry/telemetry-enums'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const canBeLarge = /\d{16}/

/** A whole number that JavaScript would round, such as a 64-bit job number, keeps its digits. */
function exact(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '')
  return isRounded ? source : value
}

/** Parses a message as JSON. Whole numbers that are too large to be exact become texts. Never throws. */
export function readJson(
  payload: Uint8Array,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: FaultReason } {
  if (payload.length > largestMessage) return { ok: false, reason: 'size' }
  try {
    const text = utf8.decode(payload)
    const value: unknown = canBeLarge.test(text) ? JSON.parse(text, exact as never) : JSON.parse(text)
    return { ok: true, value }
  } catch {
    return { ok: false, reason: 'json' }
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
