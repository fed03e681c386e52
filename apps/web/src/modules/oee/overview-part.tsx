import type { FigureReport, FigureRow } from '@cloud-factory/contract/oee/machine-figures'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { type FigureKey, figureText, figureKeys } from './figure-text.ts'
import type { FigureGroup } from '@cloud-factory/domain/machines/equipment-enums'
import { Link } from 'react-router'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { Tip } from '../../shared/ui/tip.tsx'
import type { Scope } from './figures.rules.ts'

export interface Opened {
  readonly row: FigureRow
  readonly figure: FigureKey
  /** Whose figure it is. */
  readonly title: string
}

interface Props {
  readonly report: FigureReport
  readonly by: FigureGroup
  readonly onOpen: (opened: Opened) => void
  /** Shows the machines of a line or workshop alone. */
  readonly onOnly: (filters: Scope['filters']) => void
}

/** A row a machine, line, workshop, shift, day or month; the last row is all of them together. */
export function FigureTable({ report, by, onOpen, onOnly }: Props) {
  const { t } = useTranslation('oee')
  const nameOf = useNames()
  const titleOf = ({ name, names }: FigureRow) =>
    names === null ? (name === '' ? t('outside') : name) : nameOf(names)
  const cells = (row: FigureRow, title: string) =>
    figureKeys.map((key) => (
      <td key={key} className="is-number">
        <Figure row={row} figure={key} title={title} onOpen={onOpen} />
      </td>
    ))
  return (
    <ScrollRegion label={t('table')} width={1080}>
      <table className="figure-table" aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col">{t(`by.${by}`)}</th>
            {figureKeys.map((key) => (
              <th key={key} scope="col" className="is-number" title={t(`machine-states:formula.${key}`)}>
                {t(`machine-states:figure.${key}`)}
              </th>
            ))}
            <th scope="col">{t('flags')}</th>
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName row={row} by={by} title={titleOf(row)} onOnly={onOnly} />
              </th>
              {cells(row, titleOf(row))}
              <td>
                <Flags row={row} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total', { count: report.total.machines })}</th>
            {cells(report.total, t('total', { count: report.total.machines }))}
            <td>
              <Flags row={report.total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

interface NameProps {
  readonly row: FigureRow
  readonly by: FigureGroup
  readonly title: string
  readonly onOnly: Props['onOnly']
}

function RowName({ row, by, title, onOnly }: NameProps) {
  if (by === 'machine') return <Link to={`/equipment/detail/${row.key}?part=states`}>{title}</Link>
  const filter = by === 'line' ? 'line' : by === 'workshop' ? 'workshopId' : null
  if (filter === null || row.key === '') return title
  return (
    <button type="button" className="row-button" onClick={() => onOnly({ [filter]: row.key })}>
      {title}
    </button>
  )
}

interface FigureProps {
  readonly row: FigureRow
  readonly figure: FigureKey
  readonly title: string
  readonly onOpen: Props['onOpen']
}

/** A number that opens what it is made of. */
function Figure({ row, figure, title, onOpen }: FigureProps) {
  const { t } = useTranslation('oee')
  const text = figureText(row, figure)
  const name = t(`machine-states:figure.${figure}`)
  return (
    <button
      type="button"
      className={`figure-open ${figure === 'oee' ? 'is-main' : ''}`}
      aria-label={t('open', { figure: name, of: title, value: text })}
      onClick={() => onOpen({ row, figure, title })}
    >
      {text}
    </button>
  )
}

function Flags({ row }: { readonly row: FigureRow }) {
  const { t } = useTranslation('oee')
  return (
    <span className="figure-flags">
      {row.figures.flags.map((flag) => (
        <Tip key={flag} title={t(`machine-states:flag.${flag}`)}>
          <StatusTag tone={flag === 'corrected' ? 'active' : 'warn'} text={t(`flag.${flag}`)} />
        </Tip>
      ))}
    </span>
  )
}
