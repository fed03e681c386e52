import type { WorkPiece } from '@cloud-factory/contract/production/work'
import type { PieceResult, SubcontractDetail } from '@cloud-factory/contract/subcontracting/subcontracts'
import { useQuery } from '@tanstack/react-query'
import { Select, type TableColumnsType, Typography } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { absent, gramsShown } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { CodeBox, CodeOutcomes } from '../../shared/scan/code-box.tsx'
import { processesQuery, useProcessName } from '../planning/plan.queries.ts'
import { PickDialog, usePicking } from '../shipping/pick-dialog.tsx'
import { lineText, type T } from './subcontract-labels.tsx'
import { readyQuery, useSubcontractChanged } from './subcontracting.queries.ts'

interface Props {
  readonly subcontract: SubcontractDetail
  readonly onClose: () => void
}

/** As many as one request takes. */
const maxPieces = 500

/** The line and process that pieces are chosen for, those that wait for it, and the chosen ones. */
function useReadyPieces({ lines, order }: SubcontractDetail) {
  const [lineId, setLineId] = useState(lines[0]?.id ?? '')
  const [startId, setStartId] = useState<string | null>(null)
  const picking = usePicking<WorkPiece>()
  const processId = lines.find(({ id }) => id === lineId)?.fromProcessId ?? startId
  const query = useQuery({
    ...readyQuery({ ...picking.query, processId: processId ?? '1', orderId: order.id }),
    enabled: processId !== null,
  })
  const choose = (id: string) => {
    setLineId(id)
    picking.setChosen(new Map())
  }
  return { lineId, choose, startId, setStartId, picking, query, hasProcess: processId !== null }
}

/** Picks pieces of the order that wait for a process of a line, from the list, by scanner or pasted. */
export function AddPieces({ subcontract, onClose }: Props) {
  const { t } = useTranslation('subcontracting')
  const { lineId, choose, startId, setStartId, picking, query, hasProcess } = useReadyPieces(subcontract)
  const [refused, setRefused] = useState<readonly PieceResult[]>([])
  const add = useAdding(subcontract.id, lineId)
  const columns = useMemo(() => columnsOf(t), [t])
  const kg = [...picking.chosen.values()].reduce((sum, { netKg }) => sum + (netKg ?? 0), 0)
  const pick = async () => {
    const chosen = [...picking.chosen]
    const items = await add(chosen.slice(0, maxPieces).map(([id]) => id))
    const left = items.filter(({ outcome }) => outcome === 'refused')
    setRefused(left)
    picking.setChosen(new Map(chosen.slice(maxPieces)))
    if (left.length === 0 && chosen.length <= maxPieces) onClose()
  }
  return (
    <PickDialog<WorkPiece>
      title={`${t('action.add')}: ${subcontract.no}`}
      searchWord={t('common:matrix.search')}
      none={t(hasProcess ? 'noneReady' : 'chooseProcess')}
      picking={picking}
      query={query}
      sum={t('chosen', { count: picking.chosen.size, kg: gramsShown(kg) })}
      closeWord={t('common:close')}
      actionWord={t('action.add')}
      onPick={pick}
      onClose={onClose}
      columns={columns}
    >
      <LineChoice
        subcontract={subcontract}
        lineId={lineId}
        startId={startId}
        onLine={choose}
        onStart={setStartId}
      />
      <PieceBox action="add" result="added" onCodes={add} />
      {refused.length > 0 && <CodeOutcomes isAlert outcomes={refused} wordOf={() => t('result.already')} />}
    </PickDialog>
  )
}

const columnsOf = (t: T): TableColumnsType<WorkPiece> => [
  { key: 'serial', title: t('field.piece'), dataIndex: 'serial', width: 150 },
  { key: 'profile', title: t('field.profile'), dataIndex: 'profile', width: 170 },
  {
    key: 'outside',
    title: t('field.place'),
    width: 150,
    render: (_, { outside }) => outside?.supplier ?? absent,
  },
  {
    key: 'kg',
    title: t('field.kg'),
    align: 'right',
    width: 120,
    render: (_, { netKg }) => gramsShown(netKg),
  },
]

interface PieceBoxProps {
  readonly action: 'add' | 'send' | 'receive'
  readonly result: 'added' | 'send' | 'receive'
  readonly onCodes: (pieces: readonly string[]) => Promise<readonly PieceResult[]>
}

/** A field for pieces that are scanned, typed or pasted; each is sent at once. */
export function PieceBox({ action, result, onCodes }: PieceBoxProps) {
  const { t } = useTranslation('subcontracting')
  return (
    <CodeBox
      words={{
        title: t('scan.title'),
        scan: t('scan.hint'),
        add: t(`action.${action}`),
        camera: t('production:scan.camera'),
      }}
      wordOf={(outcome) => t(outcome === 'already' ? 'result.already' : `result.${result}`)}
      onCodes={onCodes}
    />
  )
}

/** Adds pieces to a line; resolves to the result of each. */
function useAdding(id: string, lineId: string) {
  const changed = useSubcontractChanged()
  return async (pieces: readonly string[]): Promise<readonly PieceResult[]> => {
    try {
      const { items } = await api('POST /api/subcontracts/:id/pieces', {
        params: { id },
        body: { lineId, pieces: [...pieces] },
      })
      return items
    } finally {
      void changed()
    }
  }
}

interface LineChoiceProps {
  readonly subcontract: SubcontractDetail
  readonly lineId: string
  readonly startId: string | null
  readonly onLine: (id: string) => void
  readonly onStart: (id: string) => void
}

/** The line, when there are several, and the process that pieces wait for when whole assemblies go out. */
function LineChoice({ subcontract, lineId, startId, onLine, onStart }: LineChoiceProps) {
  const { t } = useTranslation('subcontracting')
  const named = useNames()
  const processName = useProcessName()
  const { data } = useQuery(processesQuery)
  const { lines } = subcontract
  const line = lines.find(({ id }) => id === lineId)
  return (
    <div className="form-pair">
      {lines.length > 1 ? (
        <Select
          aria-label={t('field.work')}
          value={lineId}
          onChange={onLine}
          options={lines.map((one) => ({ value: one.id, label: lineText(t, processName, one) }))}
        />
      ) : (
        line !== undefined && <Typography.Text strong>{lineText(t, processName, line)}</Typography.Text>
      )}
      {line?.fromProcessId === null && (
        <Select
          aria-label={t('field.start')}
          placeholder={t('field.start')}
          value={startId}
          onChange={onStart}
          options={(data?.items ?? [])
            .filter(({ kind, active }) => kind === 'work' && active)
            .map(({ id, names }) => ({ value: id, label: named(names) }))}
        />
      )}
    </div>
  )
}
