import type { DashboardCounts } from '@cloud-factory/contract/dashboard/dashboard'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../shared/live/use-live.ts'
import { Card, Figures } from './card.tsx'
import { tilesOf } from './dashboard.queries.ts'
import { ShareRows } from './share-rows.tsx'
import '../../shared/machine-states/machine-states.css'

/** Current states of machines, and open work on them. */
export function EquipmentArea({ counts }: { readonly counts: UseQueryResult<DashboardCounts> }) {
  const { t } = useTranslation('dashboard')
  useLiveCounts()
  return (
    <>
      <Card title={t('machines')} query={counts}>
        <ShareRows
          items={tilesOf(counts.data, [
            'machines_running',
            'machines_setup',
            'machines_idle',
            'machines_fault',
            'machines_maintenance',
            'machines_offline',
            'machines_unknown',
          ])}
          tones={['running', 'setup', 'idle', 'fault', 'maintenance', 'offline', 'unknown']}
        />
      </Card>
      <Card title={t('care')} query={counts}>
        <Figures
          items={tilesOf(counts.data, [
            'stops_unreasoned',
            'alarms_active',
            'alarms_critical',
            'checks_due',
            'plans_overdue',
            'plans_due',
            'repairs_waiting',
            'repairs_working',
            'parts_short',
          ])}
        />
      </Card>
    </>
  )
}

/** Machines report about once a second; refreshing the counts that often would be too much. */
const pauseMs = 5_000

/** Refreshes the counts after machine events, at most every few seconds. */
function useLiveCounts(): void {
  const client = useQueryClient()
  const { frame } = useLive('machines')
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    if (frame === null || waiting.current !== null) return
    waiting.current = setTimeout(() => {
      waiting.current = null
      void client.invalidateQueries({ queryKey: ['dashboard', 'equipment'] })
    }, pauseMs)
  }, [client, frame])
  useEffect(
    () => () => {
      if (waiting.current !== null) clearTimeout(waiting.current)
      waiting.current = null
    },
    [],
  )
}
