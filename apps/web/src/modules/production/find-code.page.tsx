import type { CodeHit } from '@cloud-factory/contract/identity/access'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { codeIn } from '../../shared/scan/scan.rules.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ScanField } from './scan-field.tsx'
import { useLinkedCode, useWedge } from './use-scan.ts'
import '../../shared/scan/piece-choice.css'
import './work.css'

/** One place for every code: a single record opens at once, several are offered. */
export function FindCodePage() {
  const { t } = useTranslation('production')
  const navigate = useNavigate()
  const field = useRef(null)
  const search = useMutation({
    mutationFn: (code: string) => api('GET /api/me/codes', { query: { code } }),
    onSuccess: ({ items: [only, ...others] }) => {
      if (only !== undefined && others.length === 0) open(only)
    },
  })
  const open = ({ path }: CodeHit) => {
    search.reset()
    void navigate(path)
  }
  const onCode = (text: string) => {
    const code = codeIn(text)
    if (code !== null) search.mutate(code)
  }
  useWedge(onCode)
  useLinkedCode(onCode)
  const { variables: code = '', data, error, isPending } = search
  return (
    <div className="page">
      <PageHeader title={t('shell:route.findCode')} />
      <div className="work-scan find-code">
        <ScanField
          busy={isPending}
          onCode={onCode}
          isOnce
          field={field}
          label={t('find.label')}
          placeholder={t('find.placeholder')}
        />
        <p className="page-note">{t('find.label')}</p>
        {error !== null && <ProblemAlert error={error} onRetry={() => search.mutate(code)} />}
        {data?.items.length === 0 && (
          <Alert type="warning" showIcon title={t('find.none', { code })} description={t('find.noneText')} />
        )}
        {data !== undefined && data.items.length > 1 && (
          <Choices code={code} hits={data.items} onChoose={open} />
        )}
      </div>
    </div>
  )
}

interface ChoicesProps {
  readonly code: string
  readonly hits: readonly CodeHit[]
  readonly onChoose: (hit: CodeHit) => void
}

/** The records that a code names, each with what tells it apart. */
function Choices({ code, hits, onChoose }: ChoicesProps) {
  const { t } = useTranslation('production')
  const kinds = useKinds()
  const title = t('find.several', { code, count: hits.length })
  return (
    <section className="piece-choice" aria-label={title}>
      <p role="status">{title}</p>
      <ul>
        {hits.map((hit) => {
          const { name, state } = kinds[hit.kind]
          const facts = [hit.project, hit.profile, hit.status === null ? null : state(hit.status)]
          return (
            <li key={hit.kind + hit.id}>
              <Button size="large" block onClick={() => onChoose(hit)}>
                <span>
                  {name} <b>{hit.code}</b> {hit.name}
                </span>
                <small>{facts.filter((fact) => fact !== null && fact !== '').join(' · ')}</small>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface Kind {
  readonly name: string
  readonly state: (status: string) => string
}

/** What the kinds of records and their states are called. */
function useKinds(): Readonly<Record<CodeHit['kind'], Kind>> {
  const { t } = useTranslation('production')
  const ofOrder = (status: string) => t(`orders:status.${status}`)
  const none = () => ''
  return {
    piece: { name: t('shell:palette.kind.piece'), state: (status) => t(`orders:piece.${status}`) },
    mark: { name: t('shell:palette.kind.mark'), state: ofOrder },
    order: { name: t('shell:palette.kind.order'), state: ofOrder },
    package: {
      name: t('shipping:field.packageNo'),
      state: (status) => t(`shipping:packageStatus.${status}`),
    },
    delivery: {
      name: t('common:field.delivery'),
      state: (status) => t(`shipping:deliveryStatus.${status}`),
    },
    heat: { name: t('material:field.heat'), state: none },
    machine: { name: t('common:field.machine'), state: none },
    part: { name: t('common:meaning.part'), state: none },
    plateJob: { name: t('shell:route.plateJob'), state: none },
    plateLayout: { name: t('shell:palette.kind.plateLayout'), state: none },
  }
}
