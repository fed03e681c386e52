import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Skeleton } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate, useParams } from 'react-router'
import { type Answer, api } from '../../shared/api.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { problemOf } from '../../shared/request.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'

const aHash = /^[0-9a-f]{64}$/

/** The checksum in what was scanned or typed: the address of the code, or the sum with spaces and capitals. */
const hashIn = (typed: string): string =>
  /[0-9a-f]{64}/.exec(typed.toLowerCase().replaceAll(/[\s:-]|sha256/g, ''))?.[0] ?? ''

/** A paper in the hand, checked against the record. */
export function VerifyPage() {
  const { t } = useTranslation('quality-documents')
  const { hash } = useParams()
  const navigate = useNavigate()
  return (
    <div className="page">
      <PageHeader title={t('verify.title')} note={t('verify.note')} />
      <Form layout="vertical" style={{ maxWidth: 720 }} preserve={false}>
        <Form.Item label={t('verify.hash')}>
          <Input.Search
            aria-label={t('verify.hash')}
            defaultValue={hash ?? ''}
            enterButton={t('verify.check')}
            onSearch={(typed) =>
              void navigate(`/quality/verify/${hashIn(typed) || 'none'}`, { replace: true })
            }
          />
        </Form.Item>
      </Form>
      <p className="page-note">{t('verify.help')}</p>
      {hash !== undefined && (aHash.test(hash) ? <Result hash={hash} /> : <Unknown />)}
    </div>
  )
}

type Verified = Answer<'GET /api/verifications/:hash'>

function Result({ hash }: { readonly hash: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['quality', 'verify', hash],
    queryFn: ({ signal }) => api('GET /api/verifications/:hash', { params: { hash }, signal }),
  })
  if (error !== null && problemOf(error)?.code === 'not_found') return <Unknown />
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} />
  return <Found found={data} />
}

function Found({ found }: { readonly found: Verified }) {
  const { t } = useTranslation('quality-documents')
  const instant = useInstant()
  const { kind, id, no, verdict, isReplaced } = found
  const at = instant(new Date(found.at), '{y}-{m}-{d} {h}:{i}')
  const reported = isReplaced === null ? 'issued' : isReplaced ? 'replaced' : 'genuine'
  return (
    <Alert
      type={isReplaced === true ? 'warning' : 'success'}
      showIcon
      title={t(`verify.${reported}`)}
      description={
        <>
          {kind === 'inspection'
            ? t('verify.facts', {
                no,
                at,
                verdict: verdict === null ? '' : t(`inspection:verdict.${verdict}`),
              })
            : t('verify.paperFacts', { kind: t(`kind.${kind}`), no, at })}{' '}
          <Link to={pathOf(kind, id)}>{t('verify.open')}</Link>
        </>
      }
    />
  )
}

const pathOf = (kind: Verified['kind'], id: string): string =>
  ({
    inspection: `/quality/inspection/${id}`,
    ndt: `/quality/ndt/${id}`,
    coat: `/quality/coating/${id}`,
    trial: `/quality/trial-assembly/${id}`,
    ncr: `/quality/ncr/${id}`,
    certificate: `/order/detail/${id}`,
    material: `/order/detail/${id}`,
    welds: `/quality/welds?orderId=${id}`,
    welders: '/quality/welds?part=welders',
    dossier: `/quality/papers?orderId=${id}`,
  })[kind]

function Unknown() {
  const { t } = useTranslation('quality-documents')
  return <Alert type="error" showIcon title={t('verify.unknown')} description={t('verify.unknownHelp')} />
}
