import type { WorkPiece } from '@cloud-factory/contract/production/work'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { count, tonnes } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { enqueue } from './queue.ts'
import { useMachineOf, useRemembered } from './use-remembered.ts'
import type { ReadyQuery } from './work.queries.ts'
import { useProcessName } from '../planning/plan.queries.ts'
import { WorkerFields } from './worker-fields.tsx'

/** A list in parts of at most `size`, in its order. */
export const chunks = <T,>(list: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

interface Props {
  readonly asked: ReadyQuery
  readonly items: readonly WorkPiece[]
  readonly total: number
  readonly chosen: ReadonlySet<string>
  /** Keys of the reports made. */
  readonly onReported: (keys: readonly string[]) => void
}

/** As many as one request takes. */
const piecesOfReport = 500
/** As many as one action takes. */
const maxPieces = 2000

/** Reports the chosen pieces, or all that match, with one tap. */
export function ReadyReport({ asked, items, total, chosen, onReported }: Props) {
  const { t } = useTranslation('production')
  const process = useProcessName()(asked.processId)
  const [remembered, remember] = useRemembered()
  const machine = useMachineOf(remembered, asked.processId)
  const [hours, setHours] = useState<number | null>(null)
  const { busy, error, submit } = useSubmit()
  const picked = items.filter(({ id }) => chosen.has(id))
  const report = async (pieces: readonly WorkPiece[]) => {
    const { crewId, worker, withEarlier } = remembered
    const keys: string[] = []
    for (const part of chunks(pieces, piecesOfReport)) {
      const body = {
        processId: asked.processId,
        pieces: part.map(({ qr }) => qr),
        withEarlier,
        crewId,
        worker: worker === '' ? null : worker,
        machineId: machine.id,
        hours: hours === null ? null : (hours * part.length) / pieces.length,
        source: asked.batchId === undefined ? ('list' as const) : ('batch' as const),
      }
      const serials = part.map(({ serial }) => serial)
      keys.push(await enqueue(body, serials))
    }
    remember({ processId: asked.processId })
    setHours(null)
    onReported(keys)
  }
  return (
    <div className="ready-report">
      {error !== null && <ProblemAlert error={error} />}
      <WorkerFields processId={asked.processId} together={{ hours, onChange: setHours }} />
      <ChosenNote pieces={picked} />
      <Button
        type="primary"
        size="large"
        loading={busy}
        disabled={picked.length === 0}
        onClick={() => void submit(() => report(picked))}
      >
        {t('list.report', { count: picked.length, n: count(picked.length), process })}
      </Button>
      {total > items.length && total <= maxPieces && (
        <Button
          size="large"
          loading={busy}
          onClick={() => void submit(async () => report(await allReady(asked)))}
        >
          {t('list.reportAll', { count: total, n: count(total) })}
        </Button>
      )}
    </div>
  )
}

function ChosenNote({ pieces }: { readonly pieces: readonly WorkPiece[] }) {
  const { t } = useTranslation('production')
  return (
    <span className="page-note" aria-live="polite">
      {pieces.length > 0 &&
        t('list.chosen', {
          count: pieces.length,
          n: count(pieces.length),
          tonnes: tonnes(pieces.reduce((sum, { netKg }) => sum + (netKg ?? 0), 0)),
        })}
    </span>
  )
}

/** Every piece that matches and may be reported. */
async function allReady(asked: ReadyQuery): Promise<readonly WorkPiece[]> {
  const found: WorkPiece[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await api('GET /api/ready-pieces', { query: { ...asked, page, pageSize: 200 } })
    found.push(...items)
    if (found.length >= total || items.length === 0 || found.length >= maxPieces)
      return found.filter(({ can }) => can.report === true)
  }
}
