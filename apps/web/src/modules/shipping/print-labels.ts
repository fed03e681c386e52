import type { DeliveryPiece, DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { PackedPiece, PackageRow } from '@cloud-factory/contract/shipping/packages'
import { queryOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { api } from '../../shared/api.ts'
import { absent, count, thousands, gramsShown } from '../../shared/format/numbers.ts'
import type { PaperFact } from '../printing/sheet.tsx'
import type { PrintColumn } from '../printing/paged-document.tsx'

type Words = TFunction<'shipping'>

const pageSize = 200
/** Packages and pieces of one truck: more do not fit on any. */
const maxPages = 25

/** Every row of a list that comes in pages. */
async function allOf<Row>(
  fetchPage: (page: number) => Promise<{ readonly items: readonly Row[]; readonly total: number }>,
): Promise<readonly Row[]> {
  const items: Row[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const found = await fetchPage(page)
    items.push(...found.items)
    if (items.length >= found.total || found.items.length === 0) break
  }
  return items
}

export const allPackedQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'packed', id, 'all'],
    queryFn: ({ signal }) =>
      allOf((page) =>
        api('GET /api/packages/:id/pieces', { params: { id }, query: { page, pageSize }, signal }),
      ),
  })

export const allPackagesQuery = (deliveryId: string) =>
  queryOptions({
    queryKey: ['orders', 'packages', 'all', deliveryId],
    queryFn: ({ signal }) =>
      allOf((page) =>
        api('GET /api/packages', { query: { deliveryId, sort: 'no', page, pageSize }, signal }),
      ),
  })

export const factOf =
  (t: Words) =>
  (key: string, value: string | null, wide = false): PaperFact => ({
    key,
    word: t(`field.${key}` as 'field.note'),
    value: value === null || value === '' ? absent : value,
    wide,
  })

/** Columns of a packing list; for a truck list also the package of each piece. */
export function pieceColumns<Row extends PackedPiece>(t: Words): readonly PrintColumn<Row>[] {
  return [
    { key: 'at', title: '#', width: '10mm', align: 'center', render: (_, at) => at + 1 },
    { key: 'serial', title: t('field.serial'), width: '38mm', render: ({ serial }) => serial },
    { key: 'name', title: t('field.name'), render: ({ name }) => name },
    { key: 'profile', title: t('field.profile'), width: '42mm', render: ({ profile }) => profile },
    {
      key: 'length',
      title: t('field.lengthMm'),
      width: '22mm',
      align: 'right',
      render: ({ lengthMm }) => (lengthMm === null ? absent : thousands(lengthMm)),
    },
    {
      key: 'kg',
      title: t('field.netKg'),
      width: '26mm',
      align: 'right',
      render: ({ netKg }) => gramsShown(netKg),
    },
  ]
}

export const truckColumns = (t: Words): readonly PrintColumn<DeliveryPiece>[] => {
  const [at, ...rest] = pieceColumns<DeliveryPiece>(t)
  const pack: PrintColumn<DeliveryPiece> = {
    key: 'package',
    title: t('field.packageNo'),
    width: '40mm',
    render: ({ packageNo }) => packageNo,
  }
  return [...(at === undefined ? [] : [at]), pack, ...rest.filter(({ key }) => key !== 'name')].map(
    (column) => (column.key === 'profile' ? withoutWidth(column) : column),
  )
}

const withoutWidth = <Row>({ width: _width, ...column }: PrintColumn<Row>): PrintColumn<Row> => column

export const noteColumns = (t: Words): readonly PrintColumn<PackageRow>[] => [
  { key: 'at', title: '#', width: '10mm', align: 'center', render: (_, at) => at + 1 },
  { key: 'no', title: t('field.packageNo'), render: ({ no }) => no },
  { key: 'order', title: t('field.order'), width: '36mm', render: ({ order }) => order.no },
  {
    key: 'pieces',
    title: t('field.pieces'),
    width: '18mm',
    align: 'right',
    render: ({ pieces }) => count(pieces),
  },
  {
    key: 'net',
    title: t('field.netKg'),
    width: '28mm',
    align: 'right',
    render: ({ netKg }) => gramsShown(netKg),
  },
  {
    key: 'gross',
    title: t('field.grossKg'),
    width: '28mm',
    align: 'right',
    render: ({ grossKg, weighedKg }) => gramsShown(weighedKg ?? grossKg),
  },
]

export function deliveryFacts(t: Words, delivery: DeliveryRow, instant: (at: string | null) => string) {
  const fact = factOf(t)
  const { project, driver, driverPhone, plannedOn, sentAt } = delivery
  return [
    fact('consignee', delivery.consignee, true),
    fact('address', delivery.address, true),
    fact('project', `${project.code} ${project.name}`, true),
    fact('truckPlate', delivery.truckPlate),
    fact('driver', [driver, driverPhone].filter((word) => word !== null).join(' ')),
    fact('plannedOn', plannedOn),
    fact('sentAt', sentAt === null ? null : instant(sentAt)),
    fact('grossKg', gramsShown(delivery.grossKg)),
    fact('bridgeNetKg', gramsShown(delivery.weighedKg)),
    fact('note', delivery.note, true),
  ]
}
