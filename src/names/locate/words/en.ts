import { pluralOf } from '../../captions/nouns'
import { COCO_NAMES } from '../../coco-names'
import type { CaptionWords, Tag } from '../caption-query'
import * as kinds from './everyday-kinds'
import { addColours, addNouns, phraseTags } from './phrases'
import type { NounEntry } from './phrases'

const VERBS = {
  appeared:
    'appeared,appears,appear,appearing,added,new,newly,arrived,arrives,came,comes,coming,entered,enters,came in,' +
    'walked in,walks in,drove in,drives in,drove up,pulled up,pulled in,placed,put,built,constructed,erected,' +
    'installed,planted,emerged,showed up,shows up,joined,inserted,extra,additional,has been put,stepped in,moved in',
  gone:
    'gone,vanished,vanishes,vanish,disappeared,disappears,disappear,removed,missing,no longer,no more,any more,' +
    'anymore,not there,not visible,absent,away,went away,walked away,walked off,walked out,drove away,drove off,' +
    'driven away,driven off,taken,taken away,took away,took,demolished,torn down,cut down,felled,cleared,deleted,' +
    'departed,departs,leaves,have left,has left,had left,moved out,moved away,is not here,was lost,lost',
  moved: 'moved,moves,move,moving,shifted,shifts,relocated,rolled,slid,changed place,changed places',
  recoloured:
    'changed colour,changed color,changed its colour,changed its color,repainted,painted,recoloured,recolored,' +
    'turned,became,colour changed,color changed',
  replaced: 'replaced,swapped,exchanged,substituted',
  changed:
    'changed,changes,looks different,look different,different,differs,differ,altered,modified,' +
    'changed its detail,changed their detail,changed its look,opened,closed,open now,' +
    'rotated,turned around,bigger,smaller,larger',
}

const WEAK = {
  appeared:
    'parked,parks,parking,standing,stands,stood,sitting,sits,lying,lies,now,there is,there are,stopped,waiting,visible',
  moved: 'walked,walks,walking,drove,drives,driving,went,goes,rode,ran,flew',
}

const words = phraseTags({
  verbs: VERBS,
  weak: WEAK,
  columns: {
    left: 'left hand,leftmost',
    centre: '',
    right: 'right,right hand,rightmost',
  },
  rows: {
    upper: 'top,upper,above,background,topmost',
    centre: '',
    lower: 'bottom,lower,below,foreground,front,bottommost',
  },
  middle: 'centre,center,middle,central',
  up: 'up,upwards,upward',
  down: 'down,downwards,downward',
  numbers: [
    '',
    'a,an,one,single,1',
    'two,both,a couple of,couple of,2',
    'three,3',
    'four,4',
    'five,5',
    'six,6',
    'seven,7',
    'eight,8',
    'nine,9',
    'ten,10',
  ],
  several: 'several,some,many,few,multiple,various,all,a group of,a number of,lots of,more',
  small: 'small,smaller one,little,tiny',
  brighter: 'brighter,lighter,lit',
  darker: 'darker,dimmer,dark now',
  large: 'large,big,huge,tall,long',
  words: {
    near:
      'next to,beside,besides,near,nearby,close to,behind,in front of,in front,between,alongside,adjacent to,' +
      'left of,right of,to the left of,to the right of,on the left of,on the right of,above the,below the,around,against',
    in: 'in,on,at,of,under,over,inside,with,into,onto,along,through,within,across,on top of,off,off of,for,out of,in the middle of',
    from: 'from',
    to: 'to,towards,toward',
    by: 'by',
    again: 'another,other,others,ones,second,third,further',
    same: 'smaller change,smaller changes,other change,other changes,unchanged,same,identical,nothing,no change,no changes,not changed,did not change,has not changed,stayed,stays,remains,remained',
    plain:
      'the,this,that,these,those,is,are,was,were,be,been,has,have,had,it,its,their,his,her,and then,just,also,there,here,' +
      'where,which,who,side,corner,edge,part,end,area of,hand,far,very,visible,to be seen,' +
      'can be seen,not,no,got,being,so,too,then,scene,colour,color,place,spot,pair of,pairs of',
    view: 'image,picture,photo,photograph,frame,view,screen,images,pictures',
    and: 'and,&,plus,as well as',
    comma: 'while,but,whereas,however,then',
  },
})

addColours(words, [
  ['black', 'black'],
  ['dark grey,dark gray', 'dark grey,black'],
  ['grey,gray', 'grey,dark grey,light grey'],
  ['light grey,light gray', 'light grey,white'],
  ['silver,silvery', 'grey,light grey,white'],
  ['white', 'white,light grey'],
  ['cream,beige,ivory,tan', 'light grey,white,brown,orange,yellow'],
  ['red', 'red,dark red'],
  ['dark red,maroon', 'dark red,red'],
  ['orange', 'orange'],
  ['brown,bronze', 'brown,orange,dark orange'],
  ['dark brown', 'brown,dark orange,dark red'],
  ['dark orange', 'dark orange,brown'],
  ['yellow', 'yellow'],
  ['dark yellow', 'dark yellow,brown'],
  ['gold,golden', 'yellow,brown,orange'],
  ['green', 'green,dark green'],
  ['light green', 'green'],
  ['dark green', 'dark green,green'],
  ['turquoise,cyan,teal', 'turquoise,dark turquoise'],
  ['dark turquoise', 'dark turquoise,turquoise'],
  ['blue', 'blue,dark blue,turquoise'],
  ['light blue', 'blue,turquoise'],
  ['dark blue,navy', 'dark blue,blue'],
  ['purple,violet', 'purple,dark purple'],
  ['dark purple', 'dark purple,purple'],
  ['pink,magenta', 'pink'],
  ['dark pink', 'dark pink,pink'],
])

const NOUNS: readonly NounEntry[] = [
  [
    'person,man,woman,human,pedestrian,child,kid,boy,girl,guy,lady,worker,passer-by,driver,figure,adult,passenger,' +
      'player,rider,skier,someone,somebody,walker,runner',
    'people,persons,men,women,humans,pedestrians,children,kids,boys,girls,guys,ladies,workers,passers-by,adults,' +
      'passengers,players,riders,crowd',
    ['person'],
  ],
  ['cyclist,biker', 'cyclists,bikers', kinds.CYCLISTS],
  ['vehicle', 'vehicles,traffic', kinds.VEHICLES],
  ['automobile,auto,sedan,hatchback,taxi,cab', 'automobiles,autos,sedans,taxis,cabs', ['car']],
  ['suv,jeep', 'suvs,jeeps', kinds.PICKUPS],
  ['van,minivan,camper,ambulance', 'vans,minivans,campers,ambulances', kinds.VANS],
  ['pickup,pick-up,pickup truck', 'pickups,pickup trucks', kinds.PICKUPS],
  ['lorry,trailer,hgv,tractor', 'lorries,trailers,hgvs,tractors', ['truck']],
  ['coach,minibus', 'coaches,minibuses', ['bus']],
  ['tram', 'trams', ['train', 'bus']],
  ['motorbike', 'motorbikes', ['motorcycle']],
  ['scooter,moped', 'scooters,mopeds', kinds.BIKES],
  ['bike', 'bikes', kinds.BIKES],
  ['plane,aeroplane,aircraft,jet', 'planes,aeroplanes,jets', ['airplane']],
  ['ship,ferry,yacht,canoe,kayak,vessel', 'ships,ferries,yachts,canoes,kayaks,vessels', ['boat']],
  ['traffic signal,traffic lights,street light', 'traffic signals', ['traffic light']],
  ['hydrant', 'hydrants', ['fire hydrant']],
  ['sign,road sign,traffic sign', 'signs,road signs,traffic signs', ['stop sign']],
  ['puppy', 'puppies', ['dog']],
  ['kitten', 'kittens', ['cat']],
  ['pony', 'ponies', ['horse']],
  ['lamb', 'lambs', ['sheep']],
  ['calf,bull', 'calves,cattle', ['cow']],
  ['duck,pigeon,seagull,gull,goose', 'ducks,pigeons,seagulls,gulls,geese', ['bird']],
  ['animal', 'animals', kinds.ANIMALS],
  ['bag,purse', 'bags,purses', kinds.BAGS],
  ['rucksack', 'rucksacks', ['backpack']],
  ['luggage,case,trunk', 'cases', ['suitcase']],
  ['necktie', 'neckties', ['tie']],
  ['ball,football', 'balls,footballs', ['sports ball']],
  ['ski', '', ['skis']],
  ['racket', 'rackets', ['tennis racket']],
  ['mug', 'mugs', ['cup']],
  ['glass', 'glasses', kinds.GLASSES],
  ['fruit', 'fruits', kinds.FRUIT],
  ['doughnut', 'doughnuts', ['donut']],
  ['seat', 'seats', kinds.SEATS],
  ['armchair,stool', 'armchairs,stools', ['chair', 'couch']],
  ['sofa,settee', 'sofas,settees', ['couch']],
  ['plant,flower pot,pot plant', 'plants,flower pots,pot plants', kinds.PLANTS],
  ['table,desk', 'tables,desks', kinds.TABLES],
  ['television,monitor', 'televisions,monitors', kinds.SCREENS],
  ['computer', 'computers', kinds.SCREENS],
  ['phone,mobile phone,smartphone,mobile', 'phones,mobile phones,smartphones', ['cell phone']],
  ['remote control', 'remote controls', ['remote']],
  ['fridge', 'fridges', ['refrigerator']],
  ['hairdryer,hair dryer', 'hairdryers', ['hair drier']],
  ['teddy', 'teddies', ['teddy bear']],
  ['object,thing,item,something,anything', 'objects,things,items', []],
  ['area,region,spot,patch', 'areas,regions,patches,most of the view', []],
]
for (const kind of COCO_NAMES) {
  for (const [form, isMany] of formsOf(kind)) {
    words.set(form, { is: 'thing', kinds: [kind], word: null, isMany })
  }
}
addNouns(words, NOUNS)
words.set('orange', { is: 'colour', colours: ['orange'] })

/** English. */
export const englishCaptionWords: CaptionWords = {
  phrases: words,
  hasSpaces: true,
  isLandmarkFirst: false,
  compound: () => null,
  determiners: /^(?:the|this|that|these|those|his|her|their|its)$/,
  formsOf,
  settle,
}

function formsOf(word: string): (readonly [string, boolean])[] {
  const one = word.toLowerCase()
  const many = pluralOf(word).toLowerCase()
  return many === one ? [[one, false]] : [[many, true] as const, [one, false] as const]
}

const BEFORE_PLACE =
  /^(?:the|upper|lower|top|bottom|far|on|at|to|from|my|centre|center|middle|your|its|towards)$/
const AFTER_PLACE = /^(?:side|corner|half|edge|third|hand|part|end|lane|of|and|in)$/
const LEFT: Tag = { is: 'place', column: 'left', row: null }
const LEAVES: Tag = { is: 'verb', change: 'gone', isWeak: false }

/** "left" is a place, or somebody left; "orange" is a colour, or a fruit. */
function settle(all: readonly string[], at: number): Tag | null {
  const word = all[at]
  const before = all.at(at === 0 ? all.length : at - 1) ?? ''
  const after = all.at(at + 1) ?? ''
  if (word === 'left') {
    const isPlace = at === 0 || BEFORE_PLACE.test(before) || AFTER_PLACE.test(after)
    return isPlace ? LEFT : LEAVES
  }
  if (word === 'orange') {
    const next = words.get(after)
    return next?.is === 'thing' || next?.is === 'colour' || !/^(?:an?|the|one|another)$/.test(before)
      ? null
      : { is: 'thing', kinds: ['orange'], word: null, isMany: false }
  }
  return null
}
