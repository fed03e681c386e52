import type { BoltIssue } from '@cloud-factory/contract/bolts/bolts'
import type { PackageRow, PackedPiece } from '@cloud-factory/contract/shipping/packages'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useParams } from 'react-router'
import { count, gramsShown } from '../../shared/format/numbers.ts'
import { PagedDocument } from '../printing/paged-document.tsx'
import { PaperFacts, Signatures, usePrintWords } from '../printing/sheet.tsx'
import { PrintFrame } from '../printing/print-frame.tsx'
import { PrintedBolts } from '../bolts/printed-bolts.tsx'
import { packedBoltsQuery } from '../bolts/bolts.queries.ts'
import { allPackedQuery, factOf, pieceColumns } from './print-labels.ts'
import { packageQuery } from './shipping.queries.ts'

const words = ['shipping', 'bolts'] as const

/** The packing list of a package, ready for the printer. */
export function PackagePrintPage() {
  const { t } = useTranslation('shipping')
  const { id = '' } = useParams()
  const pack = useQuery(packageQuery(id))
  const pieces = useQuery(allPackedQuery(id))
  const bolts = useQuery(packedBoltsQuery({ packageId: id }))
  const error = pack.error ?? pieces.error ?? bolts.error
  const isThere = pack.data !== undefined && pieces.data !== undefined && bolts.data !== undefined
  const title = t('print.packingListOf', { no: pack.data?.no ?? '' })
  return (
    <PrintFrame
      title={title}
      fileName={title}
      back={`/order/package/${id}`}
      namespaces={words}
      error={error}
      onRetry={() => void Promise.all([pack.refetch(), pieces.refetch(), bolts.refetch()])}
      waiting={isThere ? undefined : { done: 0, total: 1 }}
    >
      {isThere && <PackingList pack={pack.data} pieces={pieces.data} bolts={bolts.data} />}
    </PrintFrame>
  )
}

function PackingList({
  pack,
  pieces,
  bolts,
}: {
  readonly pack: PackageRow
  readonly pieces: readonly PackedPiece[]
  readonly bolts: readonly BoltIssue[]
}) {
  const t = usePrintWords('shipping')
  const fact = factOf(t)
  return (
    <PagedDocument<PackedPiece>
      title={t('print.packingList')}
      number={pack.no}
      heading={
        <PaperFacts
          facts={[
            fact('project', `${pack.project.code} ${pack.project.name}`, true),
            fact('order', pack.order.no),
            fact('delivery', pack.delivery?.no ?? null),
            fact('pieces', count(pack.pieces)),
            fact('netKg', gramsShown(pack.netKg)),
            fact('grossKg', gramsShown(pack.grossKg)),
            fact('weighedKg', gramsShown(pack.weighedKg)),
            fact('note', pack.note, true),
          ]}
        />
      }
      columns={pieceColumns<PackedPiece>(t)}
      rows={pieces}
      rowKey={({ id }) => id}
      sums={
        <tr>
          <td colSpan={5}>{t('print.sum', { pieces: count(pack.pieces) })}</td>
          <td className="is-right">{gramsShown(pack.netKg)}</td>
        </tr>
      }
      tail={
        <>
          <PrintedBolts bolts={bolts} />
          <Signatures words={[t('print.packer'), t('print.checker')]} />
        </>
      }
    />
  )
}
