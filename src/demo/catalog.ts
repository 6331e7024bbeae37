import type { DemoEntity, Json } from './content.ts'
import { JAPAN_DESIGN } from './japan.ts'

const at = (lat: number, lng: number, rest: Json = {}): Json => ({ lat, lng, countryCode: 'JP', ...rest })
const inCity = (city: string, lat: number, lng: number): Json => at(lat, lng, { city })

const region = (name: string, lat: number, lng: number, summary: string, inside: DemoEntity[]): DemoEntity => ({
  ...{ kind: 'destino', name, place: at(lat, lng, { level: 'region' }), content: { summary }, inside },
})
const city = (name: string, lat: number, lng: number, content: Json, inside: DemoEntity[]): DemoEntity => ({
  ...{ kind: 'destino', name, place: at(lat, lng, { level: 'ciudad', city: name }), content, inside },
})
const zone = (name: string, place: Json, inside: DemoEntity[] = []): DemoEntity => ({
  kind: 'destino',
  name,
  place: { ...place, level: 'zona' },
  inside,
})
const spot = (name: string, place: Json, tags: string[], content: Json, inside: DemoEntity[] = []): DemoEntity => ({
  ...{ kind: 'punto', name, place, tags, content, inside },
})
const product =
  (kind: 'alojamiento' | 'actividad' | 'servicio') =>
  (name: string, place: Json, tags: string[], content: Json): DemoEntity => ({
    ...{ kind, name, place, tags, content },
  })
const lodging = product('alojamiento')
const activity = product('actividad')
const service = product('servicio')

/** Japan as the agency sells it: regions, cities, their quarters, what there is to see, and who provides it. */
export const DEMO_CATALOG: DemoEntity[] = [
  {
    kind: 'destino',
    name: 'Japón',
    place: at(36.2048, 138.2529, { level: 'pais' }),
    tags: ['asia'],
    content: {
      summary: 'Templos y neones, montaña y mar: un país que se recorre en tren.',
      highlights: ['Cerezos en abril', 'Arces en noviembre'],
    },
    inside: [
      service('Japan Rail Pass de 14 días', at(35.6812, 139.7671), ['tren'], {
        ...{ summary: 'Se canjea en el aeropuerto o en las estaciones grandes.', priceFrom: '475.00', supplier: 'JR' },
      }),
      service('Router wifi de bolsillo', at(35.772, 140.3929), ['preparativos'], {
        ...{ summary: 'Se recoge en Narita y se devuelve por correo.', features: ['wifi'], priceFrom: '6.50', supplier: 'Ninja WiFi' },
      }),
      region('Kanto', 35.9, 139.7, 'La llanura de Tokio y las montañas que la miran.', [
        city(
          'Tokio',
          35.6762,
          139.6503,
          { summary: 'Una ciudad de ciudades: cada estación es un centro.', features: ['imprescindible', 'gastronomia'] },
          [
            zone('Asakusa', inCity('Tokio', 35.7119, 139.7967), [
              spot('Senso-ji', inCity('Tokio', 35.7148, 139.7967), ['templos'], {
                ...{
                  summary: 'El templo más antiguo de la ciudad, mejor al anochecer.',
                  openingHours: 'Siempre abierto',
                  features: ['imprescindible', 'fotografia'],
                },
              }),
              lodging('The Gate Hotel Kaminarimon', inCity('Tokio', 35.7107, 139.7966), ['céntrico'], {
                ...{
                  summary: 'Terraza con vistas a la pagoda y a la Skytree.',
                  stars: 4,
                  board: 'desayuno',
                  features: ['vistas', 'centrico', 'wifi'],
                  priceFrom: '165.00',
                },
              }),
            ]),
            zone('Shibuya', inCity('Tokio', 35.658, 139.7016), [
              spot('Santuario Meiji', inCity('Tokio', 35.6764, 139.6993), ['santuarios'], {
                ...{ summary: 'Un bosque de cien mil árboles en medio de la ciudad.', features: ['naturaleza', 'imprescindible'] },
              }),
              spot('Cruce de Shibuya', inCity('Tokio', 35.6595, 139.7005), ['ciudad'], {
                summary: 'Tres mil personas por semáforo.',
                features: ['fotografia'],
              }),
            ]),
            activity('Mercado exterior de Tsukiji con guía', inCity('Tokio', 35.6655, 139.7707), ['gastronomía'], {
              ...{
                summary: 'Desayuno de mercado en ocho paradas.',
                durationMinutes: 180,
                priceFrom: '85.00',
                supplier: 'Tokyo Food Walks',
              },
              features: ['guia_espanol', 'grupo_reducido'],
            }),
            activity('teamLab Planets', inCity('Tokio', 35.6491, 139.7898), ['arte', 'familia'], {
              ...{
                summary: 'Arte digital que se recorre descalzo.',
                durationMinutes: 120,
                priceFrom: '38.00',
                supplier: 'teamLab',
                website: 'https://www.teamlab.art',
              },
              features: ['entradas_incluidas', 'familias'],
            }),
          ],
        ),
        city('Hakone', 35.2324, 139.1069, { summary: 'Aguas termales con el Fuji al fondo.', features: ['naturaleza', 'parejas'] }, [
          spot('Hakone-jinja', inCity('Hakone', 35.2047, 139.0256), ['santuarios'], {
            summary: 'El torii en el agua del lago Ashi.',
            features: ['fotografia'],
          }),
          lodging('Hakone Ginyu', inCity('Hakone', 35.2388, 139.0586), ['ryokan'], {
            ...{
              summary: 'Ryokan con onsen privado en cada habitación.',
              stars: 5,
              board: 'media pensión',
              features: ['onsen', 'lujo', 'vistas'],
            },
            ...{ priceFrom: '420.00', supplier: 'Ginyu' },
          }),
        ]),
      ]),
      region('Chubu', 36.2, 137.9, 'Los Alpes japoneses.', [
        city('Takayama', 36.1461, 137.2522, { summary: 'Casas de comerciantes y bodegas de sake.', features: ['con_encanto'] }, [
          spot('Sanmachi', inCity('Takayama', 36.1415, 137.2595), ['casco antiguo'], { summary: 'Tres calles del periodo Edo.' }),
          activity('Excursión a Shirakawa-go', inCity('Takayama', 36.2576, 136.9063), ['pueblos'], {
            ...{
              summary: 'Las casas gassho-zukuri, por fuera y por dentro.',
              durationMinutes: 360,
              priceFrom: '64.00',
              supplier: 'Nohi Bus',
            },
            features: ['fotografia'],
          }),
        ]),
      ]),
      region('Kansai', 34.9, 135.6, 'El Japón antiguo, y su cocina.', [
        city(
          'Kioto',
          35.0116,
          135.7681,
          { summary: 'Mil seiscientos templos, y calles donde aún anochece.', features: ['patrimonio_humanidad', 'imprescindible'] },
          [
            zone('Gion', inCity('Kioto', 35.0037, 135.7751), [
              lodging('Ryokan Motonago', inCity('Kioto', 34.9995, 135.7812), ['ryokan'], {
                ...{
                  summary: 'Once habitaciones de tatami a un paso de Kodai-ji.',
                  stars: 4,
                  board: 'media pensión',
                  features: ['con_encanto', 'onsen'],
                },
                priceFrom: '310.00',
              }),
              activity('Ceremonia del té en una machiya', inCity('Kioto', 34.9987, 135.7798), ['cultura'], {
                ...{
                  summary: 'Una hora con una maestra de la escuela Urasenke.',
                  durationMinutes: 60,
                  priceFrom: '55.00',
                  supplier: 'Camellia',
                },
                features: ['grupo_reducido'],
              }),
            ]),
            spot('Fushimi Inari', inCity('Kioto', 34.9671, 135.7727), ['santuarios'], {
              ...{
                summary: 'Los mil torii, antes de que llegue la gente.',
                openingHours: 'Siempre abierto',
                features: ['imprescindible', 'fotografia'],
              },
            }),
            spot('Kinkaku-ji', inCity('Kioto', 35.0394, 135.7292), ['templos'], {
              ...{ summary: 'El Pabellón Dorado, con la luz de lado.', openingHours: '9:00–17:00', features: ['patrimonio_humanidad'] },
            }),
            service('Guía en español en Kioto, día completo', inCity('Kioto', 35.0116, 135.7681), ['guías'], {
              ...{
                summary: 'Ocho horas, a pie y en transporte público.',
                durationMinutes: 480,
                priceFrom: '340.00',
                supplier: 'Kansai Guías',
              },
              features: ['guia_espanol', 'privado'],
            }),
          ],
        ),
        city(
          'Nara',
          34.6851,
          135.8048,
          { summary: 'El Gran Buda y los ciervos del parque.', features: ['patrimonio_humanidad', 'familias'] },
          [
            spot('Todai-ji', inCity('Nara', 34.689, 135.8398), ['templos'], {
              summary: 'La mayor sala de madera del mundo.',
              openingHours: '7:30–17:30',
            }),
          ],
        ),
        city('Osaka', 34.6937, 135.5023, { summary: 'Donde se come hasta reventar.', features: ['gastronomia', 'vida_nocturna'] }, [
          spot('Dotonbori', inCity('Osaka', 34.6687, 135.5013), ['ciudad'], {
            summary: 'Takoyaki y neones a la orilla del canal.',
            features: ['vida_nocturna'],
          }),
          spot('Castillo de Osaka', inCity('Osaka', 34.6873, 135.5262), ['castillos'], {
            summary: 'El parque, y las vistas desde el octavo piso.',
          }),
        ]),
      ]),
      region('Chugoku', 34.6, 132.7, 'La orilla del mar Interior.', [
        city('Hiroshima', 34.3853, 132.4553, { summary: 'La memoria, y las islas.', features: ['cultura'] }, [
          spot('Cúpula de la Bomba Atómica', inCity('Hiroshima', 34.3955, 132.4536), ['memoria'], {
            features: ['patrimonio_humanidad', 'imprescindible'],
          }),
          spot('Itsukushima-jinja', inCity('Hatsukaichi', 34.2959, 132.3199), ['santuarios'], {
            ...{ summary: 'El torii en el agua de Miyajima; mirar la tabla de mareas.', features: ['patrimonio_humanidad', 'fotografia'] },
          }),
        ]),
      ]),
    ],
  },
]

const byTrain = (name: string, nights: number) => ({
  ...{ id: name.toLowerCase(), city: name, nights },
  transferBefore: { id: `a-${name.toLowerCase()}`, departDate: null, arriveDate: null },
})

/** What trips to Japan begin with. */
export const DEMO_ROUTES: Json[] = [
  {
    ...{
      title: 'Japón clásico',
      description: 'De Tokio a Osaka por los Alpes japoneses, en dieciocho días.',
      tags: ['japón', 'primera vez'],
    },
    design: JAPAN_DESIGN,
  },
  {
    ...{ title: 'Kansai en una semana', description: 'Tres bases, y Nara de excursión.', tags: ['japón', 'repetidores'] },
    design: {
      ...{ version: 1, originCity: 'Madrid', returnCity: 'Madrid', stops: [byTrain('Osaka', 2), byTrain('Kioto', 4), byTrain('Nara', 1)] },
      returnTransfer: { id: 'vuelta', departDate: null, arriveDate: null, days: 1 },
    },
  },
]
