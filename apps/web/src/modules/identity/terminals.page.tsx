import './people.css'
import { PlusOutlined } from '@ant-design/icons'
import type { TerminalRow } from '@cloud-factory/contract/identity/terminals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { keepTerminal, useTerminal } from '../../shared/terminal.ts'
import { Ago } from '../../shared/ui/ago.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { terminalsQuery, usePeopleChanged } from './people.queries.ts'

const TerminalForm = lazyDialog(async () => (await import('./terminal-form.tsx')).TerminalForm)

type Opened =
  | { readonly what: 'form'; readonly terminal: TerminalRow | null }
  | { readonly what: 'revoke'; readonly terminal: TerminalRow }

/** /authority/terminals: shared devices of the workshop. One is registered on the device itself. */
export function TerminalsPage() {
  const { t } = useTranslation('identity')
  const own = useTerminal()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <div className="page">
      <PageHeader title={t('shell:route.authorityTerminals')} note={t('terminals.note')}>
        {own === null && (
          <Button primary icon={<PlusOutlined />} onClick={() => setOpened({ what: 'form', terminal: null })}>
            {t('terminals.register')}
          </Button>
        )}
      </PageHeader>
      <Terminals onOpen={setOpened} />
      {opened?.what === 'form' && <TerminalForm terminal={opened.terminal} onClose={close} />}
      {opened?.what === 'revoke' && <RevokeTerminal terminal={opened.terminal} onClose={close} />}
    </div>
  )
}

function Terminals({ onOpen }: Pick<CardProps, 'onOpen'>) {
  const { t } = useTranslation('identity')
  const query = useQuery(terminalsQuery)
  const { data } = query
  if (data === undefined) return <QueryState query={query} />
  if (data.total === 0) return <p className="list-empty">{t('terminals.none')}</p>
  return (
    <ul className="terminal-cards">
      {data.items.map((terminal) => (
        <TerminalCard key={terminal.id} terminal={terminal} onOpen={onOpen} />
      ))}
    </ul>
  )
}

interface CardProps {
  readonly terminal: TerminalRow
  readonly onOpen: (opened: Opened) => void
}

function TerminalCard({ terminal, onOpen }: CardProps) {
  const { t } = useTranslation('identity')
  const isHere = useTerminal((own) => own?.id === terminal.id)
  const { name, workshop, people, badgeAlone, idleMinutes, device, lastSeenAt } = terminal
  const facts = [
    [t('common:field.workshop'), workshop ?? absent],
    [t('common:field.people'), people.map(({ cnName }) => cnName).join(t('common:join')) || absent],
    [t('common:field.badgeAlone'), t(badgeAlone ? 'common:yes' : 'common:no')],
    [t('common:field.idleMinutes'), idleMinutes],
    [t('permissions:session.device'), device || t('permissions:session.unknownDevice')],
    [t('permissions:session.lastSeenAt'), lastSeenAt === null ? absent : <Ago at={lastSeenAt} />],
  ] as const
  return (
    <li>
      <h2>
        {name} {isHere && <StatusTag tone="good" text={t('terminals.here')} />}
      </h2>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => onOpen({ what: 'form', terminal })}>{t('common:change')}</Button>{' '}
      <Button danger onClick={() => onOpen({ what: 'revoke', terminal })}>
        {t('terminals.revoke')}
      </Button>
    </li>
  )
}

function RevokeTerminal({
  terminal,
  onClose,
}: {
  readonly terminal: TerminalRow
  readonly onClose: () => void
}) {
  const { t } = useTranslation('identity')
  const changed = usePeopleChanged()
  const { id, version, name } = terminal
  const revoke = async () => {
    await api('DELETE /api/terminals/:id', { params: { id }, query: { version } })
    if (useTerminal.getState()?.id === id) await keepTerminal(null)
  }
  return (
    <ActionDialog
      title={t('terminals.revoke')}
      action={t('terminals.revoke')}
      danger
      act={revoke}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t('terminals.ask', { name })}
    </ActionDialog>
  )
}
