import type { Json } from './content.ts'

const home = (line1: string, postalCode: string, city: string): Json => ({
  line1,
  line2: null,
  postalCode,
  city,
  region: null,
  country: 'ES',
})

/** Who travels to Japan: all that the booking needs, but for a passport that runs out and has to be renewed. */
export const MARTA_AND_JAVIER: Json[] = [
  {
    ...{ firstName: 'Marta', lastName1: 'Ibáñez Rovira', birthDate: '1971-05-09', sex: 'f', nationality: 'ES', title: 'mrs' },
    ...{ docType: 'passport', docNumber: 'PAE401877', docExpiry: '2034-03-14', docCountry: 'ES' },
    ...{
      email: 'marta.ibanez@example.com',
      phone: '+34 655 010 203',
      address: home('Carrer de Provença 214, 3º 1ª', '08036', 'Barcelona'),
    },
  },
  {
    ...{ firstName: 'Javier', lastName1: 'Conde Luján', birthDate: '1969-11-27', sex: 'm', nationality: 'ES' },
    ...{ docType: 'passport', docNumber: 'PAC118264', docExpiry: '2026-12-01', docCountry: 'ES' },
  },
]

export const MARTA: Json = {
  ...{ name: 'Marta Ibáñez', email: 'marta.ibanez@example.com', phone: '+34 655 010 203', docType: 'dni', docNumber: '47812309R' },
  ...{ docCountry: 'ES', taxId: '47812309R', address: home('Carrer de Provença 214, 3º 1ª', '08036', 'Barcelona') },
}

/** A family of whom little is known so far. */
export const THE_SALAS: Json[] = [
  { firstName: 'Berta', lastName1: 'Sala Puig', birthDate: '1985-02-18', sex: 'f', nationality: 'ES', email: 'berta.sala@example.com' },
  { firstName: 'Andrés', lastName1: 'Otero Gil', birthDate: '1983-08-02', sex: 'm', nationality: 'ES' },
  { firstName: 'Nil', lastName1: 'Otero Sala', birthDate: '2016-06-30', sex: 'm', nationality: 'ES' },
  { firstName: 'Ona' },
]

export const BERTA: Json = { name: 'Berta Sala', email: 'berta.sala@example.com', phone: '+34 644 020 304' }
