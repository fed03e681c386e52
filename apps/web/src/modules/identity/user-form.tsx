import type { RoleRow, UserRow } from '@cloud-factory/contract/identity/people'
import { Form, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import type { HandOver } from './hand-over-dialog.tsx'
import { inputOf, type UserValues, valuesOf } from './user-values.ts'

interface Props {
  /** Null: a new person. */
  readonly user: UserRow | null
  readonly roles: readonly RoleRow[]
  readonly onClose: () => void
  readonly onDone: (handOver: HandOver | null) => void
}

const fields = ['username', 'cnName', 'roleIds', 'phone', 'email', 'wecomId'] as const

type Labels = Record<keyof UserValues, string>

/** Adds a person, or changes one and their roles. */
export function UserForm({ user, roles, onClose, onDone }: Props) {
  const { t } = useTranslation('identity')
  const { t: shell } = useTranslation()
  const roleName = useRoleName()
  const idempotencyKey = useRequestKey()
  const labels = {
    ...Object.fromEntries(fields.map((field) => [field, t(`user.${field}`)])),
    badge: t('common:field.badge'),
  } as Labels
  const required = { required: true, whitespace: true, message: shell('form.required') }
  const roleNames = (ids: unknown) =>
    roles
      .filter(({ id }) => Array.isArray(ids) && ids.includes(id))
      .map(roleName)
      .join(', ')
  return (
    <FormDrawer<UserValues, HandOver | null>
      title={user === null ? t('users.add') : t('user.edit', { name: user.username })}
      labels={labels}
      initial={{ values: valuesOf(user), version: user?.version ?? 0 }}
      save={(values, version) => saveUser(user, { values, version, idempotencyKey })}
      theirs={(current) => ({
        values: valuesOf(current as UserRow),
        version: (current as UserRow).version,
      })}
      show={(field, value) => (field === 'roleIds' ? roleNames(value) : undefined)}
      onSaved={onDone}
      onClose={onClose}
    >
      <Form.Item
        name="username"
        label={labels.username}
        extra={user === null ? t('user.usernameHelp') : undefined}
        rules={[
          required,
          { min: 2 },
          { pattern: /^\s*[\p{L}\p{N}._@-]+\s*$/u, message: t('user.usernameHelp') },
        ]}
      >
        <Input maxLength={64} autoComplete="off" disabled={user !== null} />
      </Form.Item>
      <Form.Item name="cnName" label={labels.cnName} rules={[required]}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="roleIds" label={labels.roleIds} extra={t('user.rolesHelp')}>
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={roles.map((role) => ({ value: role.id, label: roleName(role) }))}
        />
      </Form.Item>
      <ContactFields labels={labels} />
    </FormDrawer>
  )
}

interface SaveOptions {
  readonly values: UserValues
  readonly version: number
  readonly idempotencyKey: string
}

/** The first password of a new person; null for one who was there before. */
async function saveUser(
  user: UserRow | null,
  { values, version, idempotencyKey }: SaveOptions,
): Promise<HandOver | null> {
  const input = inputOf(values)
  if (user === null) {
    const body = { username: values.username.trim(), ...input }
    const { oneTimePassword, expiresAt } = await api('POST /api/users', { body, idempotencyKey })
    return { username: body.username, oneTimePassword, expiresAt }
  }
  await api('PATCH /api/users/:id', { params: { id: user.id }, body: { version, ...input } })
  return null
}

function ContactFields({ labels }: { readonly labels: Labels }) {
  const { t } = useTranslation('identity')
  return (
    <>
      <Form.Item name="phone" label={labels.phone}>
        <Input maxLength={40} autoComplete="off" inputMode="tel" />
      </Form.Item>
      <Form.Item name="email" label={labels.email} rules={[{ type: 'email', message: t('user.emailWrong') }]}>
        <Input maxLength={200} autoComplete="off" inputMode="email" />
      </Form.Item>
      <Form.Item name="wecomId" label={labels.wecomId} extra={t('user.wecomHelp')}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="badge" label={labels.badge} extra={t('user.badgeHelp')}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
    </>
  )
}
