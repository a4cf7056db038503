/** The survey of the demo workspace. We wrote every answer for it; the participants do not exist. */

export const SURVEY_ID = 'city-travel'

export const QUESTIONS = {
  getting_around: 'How do you usually get around town, and why?',
  bad_trip: 'Tell us about the last trip that went badly.',
  change: 'What would you change first?',
}

export interface DemoParticipant {
  /** In the order of the questions. */
  readonly answers: readonly [string, string, string]
  /** How the answers came into the page. Absent: typed. */
  readonly entry?: 'pasted' | 'unrecorded'
}

/** In the order of arrival. The first of two similar answers is the original. */
export const PARTICIPANTS: readonly DemoParticipant[] = [
  {
    answers: [
      'I cycle. My office is four kilometers away and parking there costs more than lunch.',
      'Last Tuesday the rain caught me on the bridge and my laptop bag was soaked.',
      'A roof over the bike racks at the station would be a start.',
    ],
  },
  {
    answers: [
      'Mostly the number 12 tram, because it stops right outside my building.',
      'The tram turned around two stops early and the driver only said it was full.',
      'Tell people before they get on if a tram is not going all the way.',
    ],
  },
  {
    answers: [
      'I drive. Kids, dog, shopping, it all goes in the back.',
      'Got a parking ticket because the meter by the pool ate my coins.',
      'Fix the meters, or let us pay at the desk.',
    ],
  },
  {
    answers: [
      'On foot when I can. It clears my head after the night shift.',
      'The underpass at the hospital was closed, no sign, so I walked round in the dark.',
      'Lights on the path behind the hospital please',
    ],
  },
  {
    answers: [
      'bus, i have the student pass so its free',
      'waited 40 min for the 27 and then three came at once',
      'the app should show where the bus really is, not the timetable',
    ],
  },
  {
    answers: [
      'I take the train in and walk from the station, it is faster than driving in the morning.',
      'Signal failure outside the tunnel. We sat there for an hour without any heating.',
      'More trains after ten at night. I leave concerts early just to get home.',
    ],
  },
  {
    answers: [
      'Electric scooter, the rental kind. There is always one near the bakery.',
      'The scooter shut down in the middle of the junction because I crossed some invisible line.',
      'Mark the no-go zones on the street, not only inside the app.',
    ],
  },
  {
    answers: [
      'Voy en bici porque el metro va lleno y me agobio.',
      'Se me pinchó una rueda lejos de casa y tuve que volver andando con lluvia.',
      'Pondría más carriles bici separados de los coches.',
    ],
  },
  {
    answers: [
      'My son drives me, or I take the senior taxi on Thursdays.',
      'The taxi came to the wrong door and left. I stood at the front for half an hour.',
      'A bench at every stop. I cannot stand that long anymore.',
    ],
  },
  {
    answers: [
      'Car share. I sold mine in spring and have not missed it much.',
      'Someone had left the car with an empty battery, so I was late for my sister’s birthday.',
      'More charging points on our side of the river.',
    ],
  },
  {
    answers: [
      'I walk to work, it is only ten minutes along the canal.',
      'Ice on the footbridge in January. I went down hard and my wrist still hurts.',
      'Grit the footbridges before the roads, walkers fall first.',
    ],
  },
  {
    answers: ['Metro. Fast.', 'Stuck between stations, twenty minutes.', 'Air conditioning.'],
  },
  {
    answers: [
      'I ride a cargo bike because the nursery is on the way and the trailer fits both children.',
      'A delivery van was parked across the lane, and I had to push eighty kilos up the curb.',
      'Fine the vans. Nobody ever seems to fine the vans.',
    ],
  },
  {
    answers: [
      'Ich fahre mit der Straßenbahn, weil ich dort lesen kann.',
      'Die Bahn ist ausgefallen und die Anzeige zeigte trotzdem zwei Minuten.',
      'Ehrliche Anzeigen an den Haltestellen.',
    ],
  },
  {
    answers: [
      'Motorbike, since the ferry lets me on before the cars.',
      'Fog on the river, no ferry until noon, and nobody picked up the phone.',
      'An announcement by text message when the ferry stops running.',
    ],
  },
  {
    answers: [
      'I work from home so mostly I just walk the dog and take the bus on weekends',
      'Bus driver would not let the dog on although it is in the rules, had to show him the website',
      'Train the drivers on the rules maybe',
    ],
  },
  {
    answers: [
      'Public transport allows me to travel efficiently while reducing my environmental footprint. It offers a convenient and cost-effective alternative to driving, and it enables me to use my commuting time productively.',
      'My most recent negative experience involved a significant delay that disrupted my schedule. It highlighted the importance of clear communication, reliable infrastructure, and effective contingency planning for passengers.',
      'I would prioritize investing in integrated, sustainable mobility solutions. By enhancing connectivity, accessibility, and real-time information, cities can foster a more inclusive and efficient transportation ecosystem.',
    ],
    entry: 'pasted',
  },
  {
    answers: [
      'The 5 bus and then a folding bike for the last stretch.',
      'Door closed on my bike, bent the front fork. The driver was nice about it at least.',
      'Space for folded bikes that is not also the pram space.',
    ],
  },
  {
    answers: [
      'I take a wheelchair taxi or roll, depends on the curbs.',
      'The lift at Market Square was out again so I went one stop further and came back.',
      'Fix the lifts within a day. A week is not acceptable.',
    ],
  },
  {
    answers: [
      'Driving, I am a plumber and the van is my workshop.',
      'Roadworks on three sides of the customer’s house and no map of where I can get through.',
      'Coordinate the roadworks. They dig up the same street twice a year.',
    ],
  },
  {
    answers: ['asdf jkl asdfgh', 'jkjkjk lkjlkj sdfsdf', 'qwerty uiop asdf'],
  },
  {
    answers: [
      'Running, believe it or not. Shower at the office and six kilometers each way.',
      'Tripped on tree roots in the park, they lift the tarmac everywhere.',
      'Smooth out the park loop and leave the trees alone.',
    ],
  },
  {
    answers: [
      'Night bus mostly, bar work. No trains when I finish.',
      'The N3 just did not come. I paid 38 for a cab, which was my tips.',
      'Run the N3 every half hour until five',
    ],
  },
  {
    answers: [
      'أستخدم الحافلة لأنها قريبة من بيتي ولا أملك سيارة.',
      'تأخرت الحافلة ساعة كاملة ووصلت متأخرا إلى عملي.',
      'أضع لوحات تبين مواعيد الحافلات الحقيقية في كل محطة.',
    ],
  },
  {
    answers: [
      'ferry then the tram, nice view in the mornings',
      'the engine died and we drifted past the docks lol, quite exciting',
      'one ticket for both!! why do i need 2 apps',
    ],
  },
  {
    answers: [
      'I get a lift from a neighbor who works in the same warehouse.',
      'He was ill and forgot to tell me. No bus goes out there at five in the morning.',
      'An early bus to the industrial park, one would do.',
    ],
  },
  {
    answers: ['good', 'nice', 'yes'],
  },
  {
    answers: [
      'By bicycle from the suburbs, about forty minutes, mostly along the old railway.',
      'Broken glass by the stadium after the match, two flat tires in one week.',
      'Sweep the cycle path the morning after every match.',
    ],
  },
  {
    answers: [
      'Tram to the university, walking inside the center.',
      'Inspector fined me although my phone had died with the ticket on it.',
      'Let people show the ticket later if the phone is empty.',
    ],
  },
  {
    answers: [
      'Our whole family takes the metro, we never learned to drive.',
      'My daughter got off, the doors closed, and I was still inside. Longest two minutes of my life.',
      'Doors that stay open a few seconds longer for families.',
    ],
  },
  {
    answers: [
      'I take the train in and walk from the station, it is faster than driving in the morning.',
      'Signal failure outside the tunnel, we sat there for an hour without any heating!',
      'more trains after ten at night, i leave concerts early just to get home',
    ],
    entry: 'unrecorded',
  },
  {
    answers: [
      'Walking, I moved to the center so that I would not need anything else.',
      'A cyclist clipped my shopping bag on the shared path, eggs everywhere.',
      'Separate the bikes from the people on foot, paint is not enough.',
    ],
  },
  {
    answers: [
      'Bus number 9 to the clinic where I work as a nurse.',
      'It drove past because it was full and my shift started without me.',
      'Longer buses at six in the morning when all the shifts change.',
    ],
  },
  {
    answers: [
      'tram most days, bike if its dry',
      'got on the wrong tram at the depot and ended up at the zoo',
      'bigger numbers on the front of the trams, i dont see so well',
    ],
  },
  {
    answers: [
      'I drive an old diesel. Not proud, but the village has two buses a day.',
      'Flood on the valley road. I slept in the car park of a supermarket.',
      'A bus that connects with the last train, nothing fancy.',
    ],
  },
  {
    answers: [
      'Skateboard and tram, depends on the hill.',
      'A security guard took my board at the station and I had to fetch it the next day.',
      'Say clearly where boards are allowed',
    ],
  },
  {
    answers: [
      'Bicycle in summer, bus in winter. My knees decide.',
      'The bus ramp jammed and we all waited while he kicked it loose.',
      'Newer buses on the hospital line.',
    ],
  },
  {
    answers: [
      'How do you usually get around town, and why?',
      'Tell us about the last trip that went badly.',
      'What would you change first?',
    ],
    entry: 'unrecorded',
  },
  {
    answers: [
      'Taxi for work since the company pays, otherwise I walk.',
      'The driver did not know the one-way system and we went round the cathedral twice.',
      'Fewer one-way streets around the cathedral.',
    ],
  },
  {
    answers: [
      'I use the park and ride. Car to the edge of town, then the express bus.',
      'The car park closed at eleven and mine was behind the gate until morning.',
      'Keep the gate open all night, it is only a barrier.',
    ],
  },
  {
    answers: [
      'Train. I like that nobody talks to me.',
      'Strike day and the replacement bus left from a different square.',
      'Signs to the replacement buses that somebody actually checks.',
    ],
  },
  {
    answers: [
      'I take the train in and walk from the station, its faster than driving in the morning',
      'Signal failure outside the tunnel. We sat there for one hour without any heating.',
      'More trains after ten at night. I leave concerts early just to get home.',
    ],
    entry: 'unrecorded',
  },
  {
    answers: [
      'Je prends le tram avec ma poussette parce que les marches du bus sont trop hautes.',
      'Un samedi, les portes se sont fermées sur la poussette et tout le monde a crié.',
      'Je mettrais un bouton pour les parents à chaque porte.',
    ],
  },
  {
    answers: [
      'Moped. Cheap and I can park it in the yard.',
      'Pothole by the brewery, I saw it too late and lost a mirror.',
      'That pothole. I have reported it three times.',
    ],
  },
  {
    answers: [
      'I go by bus because the school gives us a card for the year.',
      'The heating was broken and everyone kept their hats on all the way.',
      'More seats on the 8 o’clock one, we stand like sardines.',
    ],
  },
  {
    answers: ['1', '...', 'none'],
  },
  {
    answers: [
      'Rowing club has a water taxi in summer and I get on at the lock.',
      'It ran aground by the island and we were towed by a man with a tiny boat.',
      'Dredge the side channel before the season starts.',
    ],
  },
  {
    answers: [
      'Metro, since it is the only thing that keeps to the timetable.',
      'A pickpocket took my phone on the escalator at Central.',
      'Staff on the platforms in the evening, not just cameras.',
    ],
  },
  {
    answers: [
      'I cycle with my daughter on the back and we count herons along the river.',
      'A car door opened right in front of us. We stopped with a hand’s width to spare.',
      'A strip between the parked cars and the bike lane.',
    ],
  },
  {
    answers: [
      'Efficient public transportation plays a crucial role in my daily routine, offering a reliable, affordable, and environmentally friendly way to navigate the city.',
      'A recent journey was negatively impacted by unexpected delays, which underscored the need for improved communication and better coordination between services.',
      'Implementing a comprehensive network of dedicated bus lanes would significantly enhance efficiency, reduce congestion, and improve the overall commuter experience.',
    ],
    entry: 'pasted',
  },
  {
    answers: [
      'Whatever comes first, I have the card for everything.',
      'Missed the last tram by ten seconds, the driver saw me running.',
      'Drivers should wait if they see somebody running. It is ten seconds.',
    ],
  },
  {
    answers: [
      'On foot and by lift, I live above the shop I run.',
      'Deliveries could not reach me for a week when they repaved the square.',
      'Repave at night, like they do in other cities.',
    ],
  },
]
