import { climateFaults, dewPoint } from '@cloud-factory/domain/coating/coats.rules'

export interface HallClimate {
  readonly dewPointC: number | null
  readonly marginK: number | null
  readonly verdict: 'paint' | 'stop' | 'unknown'
}

/**
 * Climate status of the coating line: dew point and result by the same limits as for a coat (Magnus formula of WMO-No. 8, 3 K of ISO 8502-4, 85 % of
 * GB 50205-2020, 13.1). A screen may require more than 3 K. If a value is missing, the status is unknown, never green.
 */
export function hallClimate(
  airC: number | null,
  humidity: number | null,
  surfaceC: number | null,
  marginAskedK: number,
): HallClimate {
  if (airC === null || humidity === null || humidity <= 0)
    return { dewPointC: null, marginK: null, verdict: 'unknown' }
  const dewPointC = dewPoint({ airC, humidity: Math.min(100, humidity) })
  if (surfaceC === null) return { dewPointC, marginK: null, verdict: 'unknown' }
  const marginK = Math.round((surfaceC - dewPointC) * 10) / 10
  const faults = climateFaults({ airC, humidity, substrateC: surfaceC })
  return { dewPointC, marginK, verdict: faults.length > 0 || marginK < marginAskedK ? 'stop' : 'paint' }
}
