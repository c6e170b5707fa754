import { germanForms } from '../../captions/languages/de-phrases'
import { germanNoun } from '../../captions/languages/de-nouns'
import { COCO_NAMES } from '../../coco-names'
import type { CaptionWords } from '../caption-query'
import * as kinds from './everyday-kinds'
import { addColours, addNouns, phraseTags } from './phrases'
import type { NounEntry } from './phrases'

const words = phraseTags({
  verbs: {
    appeared:
      'erschienen,erscheint,erscheinen,aufgetaucht,taucht auf,dazugekommen,dazu gekommen,hinzugekommen,gekommen,kommt,' +
      'kommen,kam,kamen,angekommen,hereingekommen,eingetreten,neu,neue,neuer,neues,neuen,neuem,aufgestellt,abgestellt,' +
      'hingestellt,gebaut,errichtet,gepflanzt,eingefahren,gelegt,zusätzlich,zusätzliche,zusätzliches,zusätzlicher',
    gone:
      'verschwunden,verschwindet,verschwinden,verschwand,weg,fort,fehlt,fehlen,fehlte,nicht mehr,gegangen,weggegangen,' +
      'weggefahren,abgefahren,davongefahren,fährt weg,entfernt,abgerissen,gefällt,abgebaut,weggenommen,verlassen,' +
      'verließ,ging,gingen,nicht da,kein,keine,keiner',
    moved: 'bewegt,verschoben,versetzt,umgestellt,verrückt,umgezogen',
    recoloured:
      'die farbe,farbe gewechselt,umgefärbt,lackiert,neu lackiert,gestrichen,neu gestrichen,angemalt,gefärbt,umlackiert',
    replaced: 'ersetzt,ausgetauscht,getauscht,ausgewechselt',
    changed: 'verändert,geändert,verändert sich,anders,geöffnet,geschlossen,gedreht,größer,kleiner',
  },
  weak: {
    appeared: 'steht,stehen,stand,standen,sitzt,sitzen,liegt,liegen,parkt,parken,geparkt,jetzt,es gibt,hält',
    moved: 'gefahren,fährt,gelaufen,läuft',
    recoloured: 'geworden,wurde zu',
  },
  columns: {
    left: 'links,linke,linken,linker,linkes,linkem',
    centre: '',
    right: 'rechts,rechte,rechten,rechter,rechtes,rechtem',
  },
  rows: {
    upper: 'oben,obere,oberen,oberer,oberes,hinten,im hintergrund,hintergrund',
    centre: '',
    lower: 'unten,untere,unteren,unterer,unteres,vorne,vorn,im vordergrund,vordergrund',
  },
  middle: 'mitte,mittig,zentrum,zentral,mittlere,mittleren',
  up: 'nach oben,aufwärts,hoch',
  down: 'nach unten,abwärts,herunter',
  numbers: [
    '',
    'ein,eine,einen,einem,einer,eines,1',
    'zwei,beide,beiden,2',
    'drei,3',
    'vier,4',
    'fünf,5',
    'sechs,6',
    'sieben,7',
    'acht,8',
    'neun,9',
    'zehn,10',
  ],
  several: 'mehrere,einige,viele,alle,ein paar,mehr',
  small: 'klein,kleine,kleiner,kleines,kleinen,kleinem,winzige,winziger,winziges',
  brighter: 'heller',
  darker: 'dunkler',
  large: 'groß,große,großer,großes,großen,großem,riesige,riesiger,riesiges,lange,langer,langes',
  words: {
    near: 'neben,bei,beim,nahe,nah,hinter,hinterm,vor,vorm,zwischen,an der seite von,rechts von,links von,in der nähe von,um',
    in: 'in,im,auf,an,am,unter,über,mit,aus,innerhalb',
    from: 'von,vom',
    to: 'nach,zu,zum,zur,in die mitte',
    by: 'durch',
    again: 'weitere,weiterer,weiteres,weiteren,weiterem,andere,anderer,anderes,anderen,anderem',
    same: 'kleinere veränderung,kleinere veränderungen,weitere veränderung,weitere veränderungen,unverändert,gleich,gleiche,dasselbe,derselbe,nichts,keine veränderung,keine änderung,nicht verändert,nicht geändert',
    plain:
      'der,die,das,den,dem,des,ist,sind,war,waren,wurde,wurden,hat,haben,hatte,sich,zu sehen,zu erkennen,da,dort,hier,es,' +
      'sieht,sehen,aus,seite,ecke,rand,teil,bereich von,ganz,sehr,auch,nur,noch,schon,nicht,worden,geworden zu,gibt,paar,' +
      'der art,ein wenig,davon,diese,dieser,dieses',
    view: 'bild,bildes,foto,aufnahme,bilds,bildern',
    and: 'und,sowie',
    comma: 'während,aber,dagegen',
  },
})
// "in die Mitte" tells where something went
words.set('in die mitte', { is: 'place', column: 'centre', row: 'centre' })

const STEMS: readonly (readonly [stems: string, colours: string])[] = [
  ['schwarz', 'black'],
  ['dunkelgrau', 'dark grey,black'],
  ['grau', 'grey,dark grey,light grey'],
  ['hellgrau', 'light grey,white'],
  ['silbern,silber', 'grey,light grey,white'],
  ['weiß,weiss', 'white,light grey'],
  ['beige,cremefarben', 'light grey,white,brown,orange,yellow'],
  ['rot,hellrot', 'red,dark red'],
  ['dunkelrot', 'dark red,red'],
  ['orange,orangefarben', 'orange'],
  ['braun,hellbraun', 'brown,orange,dark orange'],
  ['dunkelbraun', 'brown,dark orange,dark red'],
  ['dunkelorange', 'dark orange,brown'],
  ['gelb,hellgelb', 'yellow'],
  ['golden,gold', 'yellow,brown,orange'],
  ['grün,hellgrün', 'green,dark green'],
  ['dunkelgrün', 'dark green,green'],
  ['türkis,türkisfarben,cyan', 'turquoise,dark turquoise'],
  ['blau', 'blue,dark blue,turquoise'],
  ['hellblau', 'blue,turquoise'],
  ['dunkelblau', 'dark blue,blue'],
  ['lila,violett', 'purple,dark purple'],
  ['rosa,rosafarben,pink', 'pink'],
]
const ENDINGS = ['', 'e', 'er', 'es', 'en', 'em']
addColours(
  words,
  STEMS.map(([stems, colours]) => [
    stems
      .split(',')
      .flatMap((stem) => ENDINGS.map((ending) => `${stem}${ending}`))
      .join(','),
    colours,
  ]),
)

const NOUNS: readonly NounEntry[] = [
  [
    'mensch,mann,frau,kind,junge,mädchen,fußgänger,fußgängerin,arbeiter,bauarbeiter,jemand,passant,herr,dame,fahrer,' +
      'spaziergänger,läufer',
    'menschen,männer,frauen,kinder,leute,jungen,arbeiter,passanten,herren,damen,männern,kindern,leuten',
    ['person'],
  ],
  ['radfahrer,motorradfahrer', '', kinds.CYCLISTS],
  ['fahrzeug', 'fahrzeuge,fahrzeugen', kinds.VEHICLES],
  ['wagen,pkw,limousine,taxi', 'pkws,taxis', ['car']],
  ['geländewagen,kombi', 'kombis', kinds.PICKUPS],
  ['lieferwagen,transporter,kleinbus,wohnmobil,krankenwagen', 'wohnmobile', kinds.VANS],
  ['lkw,laster,anhänger,traktor,sattelzug', 'lkws,traktoren', ['truck']],
  ['reisebus,omnibus', 'reisebusse', ['bus']],
  ['straßenbahn,tram,bahn', 'straßenbahnen', ['train', 'bus']],
  ['roller,motorroller,moped', '', kinds.BIKES],
  ['rad,velo', 'räder', kinds.BIKES],
  ['flieger,jet', '', ['airplane']],
  ['schiff,fähre,jacht,kanu', 'schiffe,fähren', ['boat']],
  ['ampel,verkehrsampel', 'ampeln', ['traffic light']],
  ['schild,verkehrsschild,straßenschild', 'schilder,verkehrsschilder', ['stop sign']],
  ['bank,parkbank', 'bänke,parkbänke', ['bench']],
  ['tier', 'tiere', kinds.ANIMALS],
  ['ente,taube,möwe,gans', 'enten,tauben,möwen,gänse', ['bird']],
  ['tasche', 'taschen', kinds.BAGS],
  ['schirm', 'schirme', ['umbrella']],
  ['fußball', 'fußbälle', ['sports ball']],
  ['glas', 'gläser', kinds.GLASSES],
  ['becher', '', ['cup']],
  ['schale', 'schalen', ['bowl']],
  ['sessel,hocker', '', ['chair', 'couch']],
  ['couch', 'couchen', ['couch']],
  ['pflanze,blumentopf', 'pflanzen,blumentöpfe', kinds.PLANTS],
  ['tisch,schreibtisch', 'tische', kinds.TABLES],
  ['bildschirm,monitor', 'bildschirme,monitore', kinds.SCREENS],
  ['computer,rechner', '', kinds.SCREENS],
  ['telefon,smartphone', 'telefone,smartphones', ['cell phone']],
  ['maus', 'mäuse', ['mouse']],
  ['ofen', 'öfen', ['oven']],
  ['objekt,ding,gegenstand,etwas', 'objekte,dinge,gegenstände', []],
  ['bereich,stelle,fläche', 'bereiche,stellen,flächen,der größte teil des bildes', []],
]
for (const kind of COCO_NAMES) {
  for (const [form, isMany] of formsOf(kind)) {
    if (form !== kind) {
      words.set(form, { is: 'thing', kinds: [kind], word: null, isMany })
    }
  }
}
addNouns(words, NOUNS)
words.set('orange', { is: 'colour', colours: ['orange'] })

/** Shortest ending that tells the kind of a compound: "Müllwagen" is a "Wagen". */
const SHORTEST_ENDING = 4
const endings = [...words]
  .filter(([form, tag]) => tag.is === 'thing' && tag.kinds.length > 0 && /^\p{L}+$/u.test(form))
  .filter(([form]) => form.length >= SHORTEST_ENDING)
  .toSorted(([a], [b]) => b.length - a.length)

/** German. */
export const germanCaptionWords: CaptionWords = {
  phrases: words,
  hasSpaces: true,
  isLandmarkFirst: false,
  compound: (word) => endings.find(([form]) => word.endsWith(form))?.[1] ?? null,
  determiners: /^(?:der|die|das|den|dem|des|diese[rsnm]?)$/,
  formsOf,
  settle: () => null,
}

function formsOf(word: string): (readonly [string, boolean])[] {
  const noun = germanNoun(word)
  const isMany = (form: string): boolean =>
    noun !== null &&
    noun.many !== noun.one &&
    form.startsWith(noun.many.toLowerCase()) &&
    form !== noun.one.toLowerCase()
  return germanForms(word).map((form) => [form, isMany(form)] as const)
}
