/** Raw SQL for tests outside the server's own folder, where no command writes or asks what they need. */
export { sql } from 'kysely'
