import type { NcrDetail } from '@cloud-factory/contract/ncr/ncrs'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { absent, kilograms } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { ncrPiecesQuery } from './ncr.queries.ts'

/** Its pieces with their current status and other blocks. */
export function NcrPieces({ ncr }: { readonly ncr: NcrDetail }) {
  const { t } = useTranslation('ncr')
  const { data, error, refetch } = useQuery(ncrPiecesQuery(ncr.id))
  return (
    <section className="ncr-card">
      <h2>{t('pieces')}</h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      {data !== undefined && (
        <ScrollRegion label={t('pieces')} width={720}>
          <table className="ncr-table">
            <thead>
              <tr>
                <th scope="col">{t('field.serial')}</th>
                <th scope="col">{t('field.order')}</th>
                <th scope="col">{t('field.profile')}</th>
                <th scope="col" className="is-number">
                  {t('field.kg')}
                </th>
                <th scope="col">{t('field.now')}</th>
                <th scope="col">{t('field.others')}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((piece) => (
                <tr key={piece.id}>
                  <td>{piece.serial}</td>
                  <td>
                    <Link to={`/order/detail/${piece.orderId}`}>{piece.orderNo}</Link>
                  </td>
                  <td>{piece.profile}</td>
                  <td className="is-number">{kilograms(piece.kg)}</td>
                  <td>{t(`piece.${piece.status}` as 'piece.ncr_open')}</td>
                  <td>
                    {piece.others.length === 0
                      ? absent
                      : piece.others.map(({ id, no }) => (
                          <Link key={id} to={`/quality/ncr/${id}`}>
                            {no}{' '}
                          </Link>
                        ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  )
}
