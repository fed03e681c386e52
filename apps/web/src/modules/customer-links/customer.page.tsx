import { customerCodeMark } from '@cloud-factory/domain/customer-links/customer-links'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useLocation, useSearchParams } from 'react-router'
import { type Answer, api } from '../../shared/api.ts'
import { fieldText } from '../../shared/form/field-text.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { formatInstant } from '../../shared/format/dates.ts'
import { tonnes } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { queryClient } from '../../shared/query-client.ts'
import { isRequestFailure, problemOf } from '../../shared/request.ts'
import { sessionStore } from '../../shared/storage.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LanguageSelect } from '../../shared/ui/language-select.tsx'
import { lazyComponent } from '../../shared/ui/lazy-component.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { PartTabs, usePart } from '../../shared/ui/part-tabs.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { CustomerDossiers, CustomerInvitations } from './customer-parts.tsx'
import './customer.css'

type Project = Answer<'GET /api/customer/project'>
type Order = Project['orders'][number]

const CustomerModel = lazyComponent(async () => (await import('../model/customer-model.tsx')).CustomerModel)

/** Stays until the tab is closed, so that a reload does not ask again. */
const stored = 'cloud-factory-customer'

function storedToken(code: string): string | null {
  const value = sessionStore.get(stored) as { code?: unknown; token?: unknown } | null
  return value?.code === code && typeof value.token === 'string' ? value.token : null
}

/** One project for its customer, by the link that they have: outside of the office, in a session of its own. */
export function CustomerPage() {
  const { t } = useTranslation('customer-links')
  const code = useLocation().pathname.split('/')[2] ?? ''
  const [token, setToken] = useState(() => storedToken(code))
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    document.title = t('page.title')
  }, [t])
  const enter = (next: string) => {
    sessionStore.set(stored, { code, token: next })
    setToken(next)
  }
  const leave = (closed: boolean) => {
    sessionStore.remove(stored)
    queryClient.removeQueries({ queryKey: ['customer'] })
    setToken(null)
    setClosed(closed)
  }
  return (
    <div className="customer">
      <LanguageSelect />
      {token === null ? (
        <PasswordForm code={code} isClosed={isClosed} onEnter={enter} />
      ) : (
        <QueryClientProvider client={queryClient}>
          <ProjectView token={token} onLeave={leave} />
        </QueryClientProvider>
      )}
    </div>
  )
}

interface PasswordProps {
  readonly code: string
  /** The session ended by itself. */
  readonly isClosed: boolean
  readonly onEnter: (token: string) => void
}

function PasswordForm({ code, isClosed, onEnter }: PasswordProps) {
  const { t } = useTranslation('customer-links')
  const problemMessage = useProblemMessage()
  const { busy, error, submit } = useSubmit()
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = fieldText(new FormData(event.currentTarget), 'password').trim()
    const sent = { body: { password }, token: `${customerCodeMark}${code}`, quiet: true }
    void submit(async () => onEnter((await api('POST /api/customer/session', sent)).token))
  }
  const problem = problemOf(error)?.code
  const failure = () => {
    if (problem === 'signin.failed') return t('page.wrong')
    return problem === 'session.expired' ? t('page.closed') : problemMessage(error)
  }
  return (
    <main className="plain-page">
      <h1>{t('page.title')}</h1>
      <p>{t('page.ask')}</p>
      <form className="customer-password" onSubmit={open}>
        <label htmlFor="customer-password">{t('password')}</label>
        <input
          id="customer-password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has one purpose
          autoFocus
        />
        <p className="login-failure" role="alert">
          {error !== null && failure()}
          {error === null && isClosed && t('page.closed')}
        </p>
        <Button type="submit" primary size="large" busy={busy}>
          {t('page.open')}
        </Button>
      </form>
    </main>
  )
}

const parts = ['progress', 'inspections', 'dossiers'] as const

interface ViewProps {
  readonly token: string
  readonly onLeave: (isClosed: boolean) => void
}

function ProjectView({ token, onLeave }: ViewProps) {
  const { t } = useTranslation('customer-links')
  const [part, setPart] = usePart(parts)
  const [search, setSearch] = useSearchParams()
  const query = useQuery({
    queryKey: ['customer', 'project', token],
    queryFn: ({ signal }) => api('GET /api/customer/project', { token, signal, quiet: true }),
  })
  const { data: project, error } = query
  const hasEnded = isRequestFailure(error) && error.state === 401
  useEffect(() => {
    if (hasEnded) onLeave(true)
  })
  const leave = () => {
    // The session ends here also when the server does not answer.
    void api('DELETE /api/customer/session', { token, quiet: true }).catch(() => undefined)
    onLeave(false)
  }
  if (project === undefined) return <QueryState query={query} />
  const shown = project.orders.find(({ id }) => id === search.get('model'))
  const { timeZone } = project
  return (
    <main className="customer-project">
      <ProjectHead project={project} onLeave={leave} />
      {shown?.hasModel === true ? (
        <Overlay onClose={() => setSearch({})}>
          <div className="customer-model">
            <p>
              <Button onClick={() => setSearch({})}>{t('page.back')}</Button> <strong>{shown.no}</strong>{' '}
              {shown.name}
            </p>
            <CustomerModel
              key={shown.id}
              token={token}
              orderId={shown.id}
              title={`${project.name} · ${shown.no}`}
              processes={project.processes}
            />
          </div>
        </Overlay>
      ) : (
        <PartTabs
          label={t('page.title')}
          parts={parts.map((key) => ({ key, title: t(`page.part.${key}`) }))}
          shown={part}
          onShow={setPart}
        >
          {part === 'progress' && <Orders project={project} onModel={(id) => setSearch({ model: id })} />}
          {part === 'inspections' && <CustomerInvitations token={token} timeZone={timeZone} />}
          {part === 'dossiers' && <CustomerDossiers token={token} timeZone={timeZone} />}
        </PartTabs>
      )}
    </main>
  )
}

function ProjectHead({ project, onLeave }: { readonly project: Project; readonly onLeave: () => void }) {
  const { t } = useTranslation('customer-links')
  const { name, code, customer, factory, person, expiresAt, timeZone } = project
  const at = formatInstant(expiresAt, timeZone, '{y}-{m}-{d} {h}:{i}')
  return (
    <header>
      <div>
        <h1>{name}</h1>
        <p className="page-note">
          {code} · {customer} · {factory}
        </p>
        <p className="page-note">{t('page.until', { person, at })}</p>
      </div>
      <Button onClick={onLeave}>{t('page.leave')}</Button>
    </header>
  )
}

function Orders({ project, onModel }: { readonly project: Project; readonly onModel: (id: string) => void }) {
  const { t } = useTranslation('customer-links')
  if (project.orders.length === 0) return <p className="page-note">{t('page.noOrders')}</p>
  return (
    <ul className="customer-cards">
      {project.orders.map((order) => (
        <li key={order.id}>
          <OrderCard
            order={order}
            processes={project.processes}
            isOpen={project.orders.length <= 2}
            onModel={() => onModel(order.id)}
          />
        </li>
      ))}
    </ul>
  )
}

interface OrderProps {
  readonly order: Order
  readonly processes: Project['processes']
  /** Whether its processes are shown at first. */
  readonly isOpen: boolean
  readonly onModel: () => void
}

/** Progress of an order, and the tonnes of each process, done and in all. */
function OrderCard({ order, processes, isOpen, onModel }: OrderProps) {
  const { t } = useTranslation('customer-links')
  const nameOf = useNames()
  const rows = processes.flatMap(({ id, names }) => {
    const work = order.byProcess.find(({ processId }) => processId === id)
    return work === undefined ? [] : [{ id, name: nameOf(names), ...work }]
  })
  return (
    <>
      <h2>
        {order.no} {order.name}
      </h2>
      <p>
        {t(`orders:status.${order.status}`)} · {t('page.pieces', { count: order.pieces })} ·{' '}
        {tonnes(order.kg)} t{order.dueOn !== null && ' · '}
        {order.dueOn !== null && <span className="customer-due">{t('page.due', { day: order.dueOn })}</span>}
      </p>
      <p className="customer-progress">
        <progress value={order.progress} aria-label={t('page.part.progress')} />{' '}
        <strong>{Math.floor(order.progress * 100)} %</strong>
      </p>
      {order.hasModel && <Button onClick={onModel}>{t('page.model')}</Button>}
      <details open={isOpen}>
        <summary>{t('page.processes')}</summary>
        <dl className="customer-steps">
          {rows.map(({ id, name, kg, doneKg }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>
                <progress max={Math.max(kg, 1)} value={doneKg} aria-label={name} />{' '}
                {t('page.done', { done: tonnes(doneKg), all: tonnes(kg) })}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}
