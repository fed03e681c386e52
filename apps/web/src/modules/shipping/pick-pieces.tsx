import type { PackedPiece, PackOutcome } from '@cloud-factory/contract/shipping/packages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { thousands, gramsShown } from '../../shared/format/numbers.ts'
import { OutcomeLine } from './outcome-line.tsx'
import { PickDialog, usePicking } from './pick-dialog.tsx'
import { packableQuery } from './shipping.queries.ts'

interface Props {
  readonly orderId: string
  readonly onPack: (pieces: readonly string[]) => Promise<readonly PackOutcome[]>
  readonly onClose: () => void
}

/** As many as one request packs. */
const maxPacked = 500

/** Picks pieces of an order that may be packed. What did not go in stays on the screen with the reason. */
export function PickPieces({ orderId, onPack, onClose }: Props) {
  const { t } = useTranslation('shipping')
  const picking = usePicking<PackedPiece>()
  const [refused, setRefused] = useState<readonly PackOutcome[]>([])
  const query = useQuery(packableQuery(orderId, picking.query))
  const kg = [...picking.chosen.values()].reduce((sum, { netKg }) => sum + (netKg ?? 0), 0)
  const pack = async () => {
    const chosen = [...picking.chosen]
    const outcomes = await onPack(chosen.slice(0, maxPacked).map(([id]) => id))
    const left = outcomes.filter(({ outcome }) => outcome === 'refused')
    setRefused(left)
    picking.setChosen(new Map(chosen.slice(maxPacked)))
    if (left.length === 0 && chosen.length <= maxPacked) onClose()
  }
  return (
    <PickDialog<PackedPiece>
      title={t('pick.title')}
      searchWord={t('searchPieces')}
      none={t('pick.none')}
      picking={picking}
      query={query}
      sum={t('pick.chosen', { count: picking.chosen.size, kg: gramsShown(kg) })}
      closeWord={t('common:close')}
      actionWord={t('pack.add')}
      onPick={pack}
      onClose={onClose}
      columns={[
        { key: 'serial', title: t('field.serial'), dataIndex: 'serial', width: 150 },
        { key: 'profile', title: t('field.profile'), dataIndex: 'profile', width: 170 },
        {
          key: 'length',
          title: t('field.lengthMm'),
          align: 'right',
          width: 110,
          render: (_, { lengthMm }) => (lengthMm === null ? '–' : thousands(lengthMm)),
        },
        {
          key: 'kg',
          title: t('field.netKg'),
          align: 'right',
          width: 120,
          render: (_, { netKg }) => gramsShown(netKg),
        },
      ]}
    >
      {refused.length > 0 && (
        <ul className="pack-told" role="alert">
          {refused.map((outcome) => (
            <OutcomeLine key={outcome.piece} outcome={outcome} />
          ))}
        </ul>
      )}
    </PickDialog>
  )
}
