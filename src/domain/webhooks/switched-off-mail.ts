import { letter, type MailContent } from '../mail/index.ts'

interface SwitchedOffEndpoint {
  /** Where its events went. */
  url: string
  /** The endpoint's own address, in our interface. */
  address: string
  failingSince: string
  timeZone: string
  ownerName: string
  keyName: string
  agencyName: string
}

/** Tells the owner of an endpoint that it was given up, and what can be done about it. */
export function switchedOffMail({
  url,
  address,
  failingSince,
  timeZone,
  ownerName,
  keyName,
  agencyName,
}: SwitchedOffEndpoint): MailContent {
  const { host, origin, pathname } = new URL(url)
  // what the address opens with (a name, a password, a token in the query) stays where it is kept
  const shown = `${origin}${pathname}`
  const since = new Date(failingSince).toLocaleString('es', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return letter(`Webhook desactivado: ${host}`, [
    `Hola, ${ownerName}:`,
    `Hemos dejado de enviar eventos a \`${shown}\`. Desde el ${since} (hora de ${timeZone}) no ha aceptado ninguno, y un endpoint que pasa tres días sin un solo éxito se desactiva.`,
    `Es un endpoint de la clave «${keyName}» de ${agencyName}.`,
    'Los eventos que esperaban se han descartado, y los que ocurran mientras esté desactivado no se enviarán.',
    `Para activarlo de nuevo, con una clave tuya que tenga \`webhooks:write\`: \`PATCH ${address}\` con \`{"enabled": true}\`.`,
    `Después puedes reenviar a mano cada evento descartado: \`GET ${address}/deliveries?status=discarded\` los enumera, y \`POST ${address}/deliveries/{deliveryId}/resend\` reenvía uno.`,
  ])
}
