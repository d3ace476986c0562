/** Names that sound right in Trinidad and Tobago, chosen so that they do not combine into a well-known person's. */
export type NameStyle = { boys: readonly string[]; girls: readonly string[]; families: readonly string[] };

const african: NameStyle = {
  boys: words(`
    Akeem, Akil, Caleb, Curtis, Daniel, Darius, Dillon, Elijah, Emmanuel, Ezekiel, Christopher-Emmanuel, Jean-Baptiste, Gabriel, Jabari,
    Jaden, Jaheim, Jahmai, Jeremiah, Jerrell, Joshua, Josiah, Jérôme, Kadeem, Keron, Kerwin, Kobe,
    Kwame, Kymani, Malachi, Malik, Marcus, Micah, Nathaniel, Omari, Raheem, Samuel, Shaquille, Stephon,
    Tariq, Tyrell, Tyrese, Xavier, Zion, Zuberi
  `),
  girls: words(`
    Aaliyah, Abigail, Akilah, Alyssa, Amara, Amelia, Anya, Chantal, Cherisse, Desirée, Destiny, Esther,
    Faith, Anne-Marie, Christiana-Alexandria, Gabrielle, Imani, Isabelle, Jada, Jasmine, Kadisha, Kenya, Kerry-Ann, Keziah, Kiara, Leah,
    Makeda, Mariah, Mikayla, Naomi, Nia, Nyla, Renée, Ruth, Serenity, Shanelle, Shania, Simone, Tamia,
    Teneshia, Tishelle, Trinity, Zara, Zaria, Zoë, Zuri
  `),
  families: words(`
    Alexander, Alleyne, Antoine, Augustine, Ballantyne, Baptiste, Bartholomew, Bernard, Brathwaite,
    Cadogan, Caesar, Celestine, Charles, Clarke, Cumberbatch, Cyrus, Daniel, Douglas, Edwards, Estrada,
    Fortuné, Francois, Fraser, Frederick, George, Gittens, Gordon, Grant, Hackett, Henry, Hinds,
    Huggins, James, Jeremie, John, Joseph, King, La Croix, Lashley, Lezama, Marcelle, Mc Intosh, Mc
    Millan, Mitchell, Nanton, Noel, Noreiga, Ottley, Pantin, Peters, Phillip, Pierre, Prescott, Quashie,
    Regis, Richards, Roberts, Romain, Salandy, Samuel, Sealy, Simmons, St. Louis, Taylor, Thornhill,
    Toussaint, Wallace, Warner, Welch, Wilson, Yearwood
  `),
};

const hindu: NameStyle = {
  boys: words(`
    Aarav, Adesh, Amrit, Anil, Arjun, Ashvin, Avinash, Dev, Dinesh, Ishaan, Jairam, Kavir, Kiran,
    Krishna, Mahesh, Navin, Neil, Nikhil, Prakash, Rahul, Rajiv, Rishi, Rohan, Sachin, Sanjay, Shiva,
    Suresh, Varun, Vikash, Vishal, Yash
  `),
  girls: words(`
    Aarti, Ambika, Ananya, Anika, Anjali, Asha, Chelsea, Deepa, Devika, Divya, Gita, Indira, Ishani,
    Kamini, Kavita, Lakshmi, Leela, Maya, Meera, Nalini, Nirvana, Priya, Radha, Riya, Roshni, Sapna,
    Sarika, Savitri, Shivani, Shreya, Sunita, Tara, Vedika, Vidya
  `),
  families: words(`
    Bachan, Balgobin, Balkissoon, Bhagwandeen, Bissoon, Boodoo, Boodram, Deonarine, Dookie, Gopaul,
    Harrilal, Jaggernauth, Jagroop, Kissoon, Lalla, Mahabir, Maharaj, Mohan, Mungroo, Persad, Ragbir,
    Ramcharan, Ramdass, Ramdeen, Ramjattan, Ramkissoon, Ramlal, Ramlogan, Ramnarinesingh, Rampersad,
    Ramroop, Ramsaran, Ramsumair, Samaroo, Sankar, Seecharan, Seepersad, Sookdeo, Sookhoo, Sookram,
    Teelucksingh, Tiwari
  `),
};

const muslim: NameStyle = {
  boys: words(`
    Adam, Ameer, Faheem, Farhan, Haroon, Ibrahim, Jamal, Kareem, Khalid, Mikail, Nabeel, Rashid,
    Rayhaan, Saleem, Tariq, Yusuf, Zakariyya, Zayd
  `),
  girls: words(`
    Aaliyah, Aisha, Alima, Amina, Ayesha, Farah, Fareeda, Fatima, Hafsa, Khadijah, Layla, Maryam, Nadia,
    Naila, Nazeera, Safiya, Sumayyah, Yasmin, Zahra, Zainab
  `),
  families: words(`
    Abdool, Abdullah, Ali, Aziz, Baksh, Ghany, Hamid, Hosein, Hydal, Juman, Kadir, Khan, Mohammed,
    Mustapha, Nabbie, Rahaman, Rahim, Rasheed, Shah, Wahid
  `),
};

const christianIndian: NameStyle = {
  boys: words(`
    Aaron, Andrew, Brandon, Christopher, Darren, Ethan, Jonathan, Justin, Kyle, Matthew, Nathan, Ryan,
    Sean, Shane, Stefan, Timothy
  `),
  girls: words(`
    Alana, Amanda, Chelsea, Danielle, Hannah, Jessica, Kimberly, Lauren, Michelle, Nicole, Rachel,
    Reanna, Rebecca, Samantha, Sarah, Stephanie, Vanessa, Victoria
  `),
  families: hindu.families,
};

const creole: NameStyle = {
  boys: words(`
    Adrián, Alejandro, Andrés, Antonio, Dominic, Emilio, Jean-Luc, Josué, José, Lucas, Marc-Anthony,
    Mateo, Nicolás, Rafael, René, Ricardo, Sebastian, Stéphane, Tomás, Víctor
  `),
  girls: words(`
    Adèle, Ana Lucía, Anaïs, Carmen, Catalina, Elise, Geneviève, Inés, Isabella, Joséphine, Lucía, María
    José, Mónica, Noémie, Paloma, Rosa, Sofía, Thérèse, Valentina, Yolanda
  `),
  families: words(`
    Aché, Agostini, Cabral, D'Abreu, De Freitas, De Gannes, De la Rosa, De Souza, Duprey, Fermín,
    Fernandes, Figuera, Garcia, Gomes, Gomez, Gonzales, Guerra, Hernandez, Lopez, Marín, Mendoza, Ojoe,
    Pereira, Peña, Quesnel, Reyes, Rivas, Rodríguez, Sandoval, Villafaña, Zapata
  `),
};

const chinese: NameStyle = {
  boys: words(`
    Adrian, Brian, Edmund, Ethan, Gerard, Jason, Jeremy, Kai, Matthew, Nigel, Warren, Winston
  `),
  girls: words(
    `Alicia, Charmaine, Gillian, Jade, Kimberly, Lisa, Marisa, Mei-Lin, Natalie, Stacy, Su-Lin, Wendy`,
  ),
  families: words(`
    Achong, Akong, Aleong, Atwong, Chan, Chang, Chin Aleong, Chin Fook, Chung, Fung, Ho Sang, Lai Fook,
    Lee Kong, Lee Lum, Leung, Look Hong, Ng Wai, Wong, Young Sing
  `),
};

const syrian: NameStyle = {
  boys: words(`
    Elias, George, Habib, Joseph, Karim, Michel, Naim, Ramzi, Tony
  `),
  girls: words(`
    Amal, Christiane, Dalia, Joumana, Laila, Leila, Mona, Nadine, Rima, Yara
  `),
  families: words(`
    Abdelnour, Aboumrad, Atala, Chaya, Farah, Haddad, Harfouche, Khoury, Nahas, Saad
  `),
};

export const STYLES = { african, hindu, muslim, christianIndian, creole, chinese, syrian } as const;
export type StyleName = keyof typeof STYLES;

function words(list: string): string[] {
  return list.split(",").map((word) => word.replaceAll(/\s+/g, " ").trim());
}
