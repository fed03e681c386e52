import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { machineByCodeQuery } from './machines.queries.ts'

/** Where the QR code at a machine leads. */
export function MachineAtPage() {
  const { t } = useTranslation('machines')
  const { code = '' } = useParams()
  const { data, error, refetch } = useQuery(machineByCodeQuery(code))
  if (data !== undefined) return <Navigate replace to={`/equipment/detail/${data.id}`} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/equipment/list">{t('toList')}</Link>
        </>
      )}
    </div>
  )
}
