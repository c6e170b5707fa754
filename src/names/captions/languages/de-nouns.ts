import type { COCO_NAMES } from '../../coco-names'

/** `pair`: "ein Paar Ski"; `mass`: "Schnee", which has no number. */
export type Gender = 'm' | 'f' | 'n' | 'pair' | 'mass'

export interface GermanNoun {
  readonly gender: Gender
  readonly one: string
  readonly many: string
  /** Accusative and dative of one, where they differ: "den Bären". */
  readonly oblique: string
}

type Entry = readonly [gender: Gender, one: string, many: string, oblique?: string]

const KINDS: Readonly<Record<(typeof COCO_NAMES)[number], Entry>> = {
  person: ['f', 'Person', 'Personen'],
  bicycle: ['n', 'Fahrrad', 'Fahrräder'],
  car: ['n', 'Auto', 'Autos'],
  motorcycle: ['n', 'Motorrad', 'Motorräder'],
  airplane: ['n', 'Flugzeug', 'Flugzeuge'],
  bus: ['m', 'Bus', 'Busse'],
  train: ['m', 'Zug', 'Züge'],
  truck: ['m', 'Lastwagen', 'Lastwagen'],
  boat: ['n', 'Boot', 'Boote'],
  'traffic light': ['f', 'Ampel', 'Ampeln'],
  'fire hydrant': ['m', 'Hydrant', 'Hydranten', 'Hydranten'],
  'stop sign': ['n', 'Stoppschild', 'Stoppschilder'],
  'parking meter': ['f', 'Parkuhr', 'Parkuhren'],
  bench: ['f', 'Sitzbank', 'Sitzbänke'],
  bird: ['m', 'Vogel', 'Vögel'],
  cat: ['f', 'Katze', 'Katzen'],
  dog: ['m', 'Hund', 'Hunde'],
  horse: ['n', 'Pferd', 'Pferde'],
  sheep: ['n', 'Schaf', 'Schafe'],
  cow: ['f', 'Kuh', 'Kühe'],
  elephant: ['m', 'Elefant', 'Elefanten', 'Elefanten'],
  bear: ['m', 'Bär', 'Bären', 'Bären'],
  zebra: ['n', 'Zebra', 'Zebras'],
  giraffe: ['f', 'Giraffe', 'Giraffen'],
  backpack: ['m', 'Rucksack', 'Rucksäcke'],
  umbrella: ['m', 'Regenschirm', 'Regenschirme'],
  handbag: ['f', 'Handtasche', 'Handtaschen'],
  tie: ['f', 'Krawatte', 'Krawatten'],
  suitcase: ['m', 'Koffer', 'Koffer'],
  frisbee: ['f', 'Frisbeescheibe', 'Frisbeescheiben'],
  skis: ['pair', 'Ski', 'Ski'],
  snowboard: ['n', 'Snowboard', 'Snowboards'],
  'sports ball': ['m', 'Ball', 'Bälle'],
  kite: ['m', 'Drachen', 'Drachen'],
  'baseball bat': ['m', 'Baseballschläger', 'Baseballschläger'],
  'baseball glove': ['m', 'Baseballhandschuh', 'Baseballhandschuhe'],
  skateboard: ['n', 'Skateboard', 'Skateboards'],
  surfboard: ['n', 'Surfbrett', 'Surfbretter'],
  'tennis racket': ['m', 'Tennisschläger', 'Tennisschläger'],
  bottle: ['f', 'Flasche', 'Flaschen'],
  'wine glass': ['n', 'Weinglas', 'Weingläser'],
  cup: ['f', 'Tasse', 'Tassen'],
  fork: ['f', 'Gabel', 'Gabeln'],
  knife: ['n', 'Messer', 'Messer'],
  spoon: ['m', 'Löffel', 'Löffel'],
  bowl: ['f', 'Schüssel', 'Schüsseln'],
  banana: ['f', 'Banane', 'Bananen'],
  apple: ['m', 'Apfel', 'Äpfel'],
  sandwich: ['n', 'Sandwich', 'Sandwiches'],
  orange: ['f', 'Orange', 'Orangen'],
  broccoli: ['mass', 'Brokkoli', 'Brokkoli'],
  carrot: ['f', 'Karotte', 'Karotten'],
  'hot dog': ['m', 'Hotdog', 'Hotdogs'],
  pizza: ['f', 'Pizza', 'Pizzas'],
  donut: ['m', 'Donut', 'Donuts'],
  cake: ['m', 'Kuchen', 'Kuchen'],
  chair: ['m', 'Stuhl', 'Stühle'],
  couch: ['n', 'Sofa', 'Sofas'],
  'potted plant': ['f', 'Topfpflanze', 'Topfpflanzen'],
  bed: ['n', 'Bett', 'Betten'],
  'dining table': ['m', 'Esstisch', 'Esstische'],
  toilet: ['f', 'Toilette', 'Toiletten'],
  tv: ['m', 'Fernseher', 'Fernseher'],
  laptop: ['m', 'Laptop', 'Laptops'],
  mouse: ['f', 'Computermaus', 'Computermäuse'],
  remote: ['f', 'Fernbedienung', 'Fernbedienungen'],
  keyboard: ['f', 'Tastatur', 'Tastaturen'],
  'cell phone': ['n', 'Handy', 'Handys'],
  microwave: ['f', 'Mikrowelle', 'Mikrowellen'],
  oven: ['m', 'Backofen', 'Backöfen'],
  toaster: ['m', 'Toaster', 'Toaster'],
  sink: ['n', 'Waschbecken', 'Waschbecken'],
  refrigerator: ['m', 'Kühlschrank', 'Kühlschränke'],
  book: ['n', 'Buch', 'Bücher'],
  clock: ['f', 'Uhr', 'Uhren'],
  vase: ['f', 'Vase', 'Vasen'],
  scissors: ['f', 'Schere', 'Scheren'],
  'teddy bear': ['m', 'Teddybär', 'Teddybären', 'Teddybären'],
  'hair drier': ['m', 'Haartrockner', 'Haartrockner'],
  toothbrush: ['f', 'Zahnbürste', 'Zahnbürsten'],
}

/** Words that people give to regions. */
const OTHERS: readonly Entry[] = [
  ['m', 'Anhänger', 'Anhänger'],
  ['m', 'Bagger', 'Bagger'],
  ['m', 'Baum', 'Bäume'],
  ['f', 'Baustelle', 'Baustellen'],
  ['n', 'Bauteil', 'Bauteile'],
  ['f', 'Brücke', 'Brücken'],
  ['m', 'Busch', 'Büsche'],
  ['m', 'Container', 'Container'],
  ['n', 'Dach', 'Dächer'],
  ['n', 'Fahrzeug', 'Fahrzeuge'],
  ['n', 'Feld', 'Felder'],
  ['n', 'Fenster', 'Fenster'],
  ['f', 'Frau', 'Frauen'],
  ['m', 'Fußgänger', 'Fußgänger'],
  ['n', 'Gebäude', 'Gebäude'],
  ['n', 'Gerüst', 'Gerüste'],
  ['mass', 'Gras', 'Gras'],
  ['n', 'Haus', 'Häuser'],
  ['n', 'Kind', 'Kinder'],
  ['f', 'Kiste', 'Kisten'],
  ['m', 'Kran', 'Kräne'],
  ['m', 'Kratzer', 'Kratzer'],
  ['f', 'Lampe', 'Lampen'],
  ['m', 'Lieferwagen', 'Lieferwagen'],
  ['m', 'Lkw', 'Lkws'],
  ['n', 'Loch', 'Löcher'],
  ['m', 'Mann', 'Männer'],
  ['m', 'Mast', 'Masten'],
  ['f', 'Mauer', 'Mauern'],
  ['n', 'Paket', 'Pakete'],
  ['m', 'Parkplatz', 'Parkplätze'],
  ['m', 'Pkw', 'Pkws'],
  ['m', 'Radfahrer', 'Radfahrer'],
  ['m', 'Riss', 'Risse'],
  ['mass', 'Sand', 'Sand'],
  ['n', 'Schild', 'Schilder'],
  ['mass', 'Schnee', 'Schnee'],
  ['f', 'Schraube', 'Schrauben'],
  ['mass', 'Schutt', 'Schutt'],
  ['f', 'Straße', 'Straßen'],
  ['m', 'Tisch', 'Tische'],
  ['f', 'Tür', 'Türen'],
  ['mass', 'Vegetation', 'Vegetation'],
  ['mass', 'Wasser', 'Wasser'],
  ['m', 'Weg', 'Wege'],
  ['m', 'Widerstand', 'Widerstände'],
  ['m', 'Zaun', 'Zäune'],
]

/** Endings that have one gender and one plural: not those of Sprung, Schwung and Dung, of Schaft, of Knochen and Flächen. */
const ENDINGS: readonly (readonly [ending: RegExp, gender: Gender, plural: string])[] = [
  [/.(?:(?<!spr|schw|^D)ung|heit|keit|tion|tät)$/i, 'f', 'en'],
  [/(?:land|ort|mann|liegen|nachbar)schaft$/i, 'f', 'en'],
  [/(?:[bdfgklmnptzß]|äus|röhr|tür)chen$|.lein$/i, 'n', ''],
]

function nounOf([gender, one, many, oblique = one]: Entry): GermanNoun {
  return { gender, one, many, oblique }
}

const nouns = new Map<string, GermanNoun>(
  [
    ...Object.entries(KINDS),
    ...[...Object.values(KINDS), ...OTHERS].map((entry) => [entry[1], entry] as const),
  ].map(([name, entry]) => [name, nounOf(entry)]),
)

/**
 * Of the detector's kind, or of a German word.
 * @returns null for a word whose gender is not known
 */
export function germanNoun(name: string): GermanNoun | null {
  const known = nouns.get(name)
  if (known !== undefined) {
    return known
  }
  const ending = /^\p{Lu}\p{Ll}+$/u.test(name) ? ENDINGS.find(([pattern]) => pattern.test(name)) : undefined
  return ending === undefined ? null : nounOf([ending[1], name, `${name}${ending[2]}`])
}
