"""Spanish words of programming in English: code is named in English, and so is what the vectors have learnt from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import Stemmer  # type: ignore[import-not-found]

from apps.engine.retrieval.language import plain
from apps.engine.retrieval.stopwords import ENGLISH, SPANISH

_TERMS = """
    a través de: through
    barra de progreso: progress bar
    base de datos: database
    caso de uso: use case
    cierre de sesión, cerrar sesión, cierra sesión: logout sign out
    clave foránea, llave foránea: foreign key
    clave primaria, llave primaria: primary key
    código fuente: source code
    cola de trabajos, cola de tareas: job queue
    control de acceso: access control
    control de versiones: version control
    correo electrónico: email
    cuenta de usuario: user account
    cuerpo de la petición, cuerpo de la solicitud: request body
    en segundo plano: background
    flujo de trabajo: workflow
    hoja de cálculo: spreadsheet
    hoja de estilo: stylesheet
    inicio de sesión, iniciar sesión, inicia sesión, inician sesión, ingreso de usuarios: login sign in
    límite de peticiones: rate limit
    línea de comandos: command line
    llamada a la api: api call
    mensaje de error: error message
    modo oscuro: dark mode
    nombre de usuario: username
    orden de compra: purchase order
    página de inicio: home page
    pie de página: footer
    por defecto: default
    prueba unitaria: unit test
    puesta en marcha: startup
    punto de entrada: entry point
    punto final: endpoint
    registro de cambios: changelog
    servidor web: web server
    tarea programada: scheduled task cron job
    tiempo de espera: timeout
    tiempo real: real time
    valor por defecto: default value
    variable de entorno: environment variable
    visión general: overview
    zona horaria: timezone
    abrir, abre: open
    acceso, acceder: access
    acción: action
    actualizar, actualización: update
    administrador: admin administrator
    administrar: manage
    advertencia: warning
    agotado, agotar: exhausted expired
    agregar, añadir, añade: add
    agrupar: group
    ajuste: setting
    alerta: alert
    almacén: store warehouse
    almacenar, almacenamiento: store storage
    alto, altura: height
    análisis, analizar: parse analyze
    analizador: parser
    ancho: width
    anchura: width
    apagar, apagado: shutdown
    aplicación: application app
    aplicar, aplica: apply
    aprendizaje: learning
    araña, rastreador, rastreo: crawler crawl
    árbol: tree
    archivo, fichero: file
    argumento: argument
    arquitectura: architecture
    arranque, arrancar: startup boot
    arreglar: fix
    arreglo: array fix
    artículo: article item
    asíncrono, asíncrona: async asynchronous
    ataque: attack
    atributo: attribute
    autenticación, autenticar, autentica: authentication authenticate auth
    autocompletar, autocompletado: autocomplete completion
    autor: author
    autorización, autorizar, autoriza: authorization authorize
    aviso: notice warning
    ayuda: help
    bandera: flag
    barra: bar
    biblioteca, librería: library
    bloque: block
    bloquear, bloqueo: lock block
    borde: border
    borrador: draft
    borrar, borra, eliminar, elimina, suprimir: delete remove
    botón: button
    bucle: loop
    búfer: buffer
    buscador: search engine
    buscar, busca, búsqueda: search find
    cabecera, encabezado: header
    caché: cache
    cadena: string chain
    calcular, cálculo, calcula: calculate compute
    calendario: calendar
    cambiar, cambio, cambia: change
    camino: path
    campo: field
    canal: channel
    cancelar, cancelación: cancel
    capa: layer
    carga, cargar, carga: load upload
    carpeta, directorio: folder directory
    carrito: cart
    catálogo: catalog
    categoría: category
    celda: cell
    cerrar, cierre, cierra: close
    certificado: certificate
    cifrar, cifrado, encriptar, cifra: encrypt encryption
    cita: appointment
    ciudad: city
    clase: class
    clasificar, clasificación: classify classification
    clave: key
    cliente: client customer
    cobertura: coverage
    codificar, codificación: encode encoding
    código: code
    coincidir, coincidencia: match
    cola: queue
    colección: collection
    colorear, colorea, coloreado: color style
    columna: column
    comando: command
    comentario: comment
    comparar, comparación: compare
    compartir: share
    compilar, compilación: compile build
    complemento: plugin
    componente: component
    comprar, compra: purchase buy
    comprimir, compresión: compress
    comprobar, comprobación, comprueba: check
    concurrencia, concurrente: concurrency concurrent
    condición: condition
    conectar, conexión, conecta: connect connection
    configuración, configurar, configura: configuration config settings
    confirmación, confirmar: commit confirm
    conflicto: conflict
    conjunto: set
    consola: console terminal
    constante: constant
    construir, construye: build
    consulta, consultar: query
    contar, cuenta: count account
    contenedor: container
    contenido: content
    contestar: answer
    contraseña: password
    contribuir, contribución: contribute
    controlador: controller
    convertir, conversión, convierte: convert conversion
    copia de seguridad, respaldo: backup
    copia, copiar: copy
    corregir, corrige: fix
    correo: email mail
    crear, crea, creación: create
    credencial: credential
    cuadrícula: grid
    cuerpo: body
    cuota: quota
    dato: data
    decodificar, descodificar: decode
    decorador: decorator
    definir, define, definición: define definition
    dependencia: dependency
    depurar, depuración: debug
    desactivar, deshabilitar: disable
    desarrollo: development
    descargar, descarga: download
    descifrar, descifrado: decrypt
    descomprimir: decompress extract
    descripción: description
    descuento: discount
    deserializar: deserialize
    deshacer: undo rollback
    desinstalar: uninstall
    desplegar, despliegue: deploy deployment
    destinatario: recipient
    detectar, detección: detect
    detener, parar: stop
    devolver, devuelve: return
    diagrama: diagram
    diario: daily
    diccionario: dictionary dict map
    dirección: address
    disco: disk
    diseño: design layout
    disparador: trigger
    dispositivo: device
    distinto: different distinct
    dividir: split
    documento: document
    dominio: domain
    duplicado: duplicate
    editar, edición: edit
    ejecutar, ejecuta, ejecución: run execute execution
    ejemplo: example
    elemento: element item
    empaquetar, empaquetado: package bundle
    empezar, comenzar, iniciar, inicia: start begin
    empresa: company
    encontrar, encuentra: find
    enlace, vínculo: link
    entidad: entity
    entorno: environment
    entrada: input entry
    entregar, entrega: delivery deliver
    enviar, envía, envío: send shipping
    envoltorio: wrapper
    equipo: team
    error: error
    escapar, escapado: escape
    escribir, escribe, escritura: write
    escuchar, escucha: listen
    espacio: space
    esperar, espera: wait
    esquema: schema
    estadística: statistics
    estado: state status
    etiqueta: tag label
    evento: event
    excepción: exception
    exportar: export
    expresión: expression
    fábrica: factory
    factura, facturación: invoice billing
    fallo, falla, fallan, fallar: fail failure error
    falta, faltan, faltar, faltante: missing required
    fecha: date
    fila: row
    filtro, filtrar: filter
    firmar, firma, firmado: sign signature
    flujo: flow stream
    fondo: background
    formatear, formateo: format
    formato: format
    formulario: form
    foto, fotografía: photo picture
    fuente: source
    función: function
    funciona, funcionan, funcionar: work
    fusionar: merge
    galleta: cookie
    gancho: hook
    generar, genera: generate
    gestionar, gestión, gestiona: manage management
    gestor: manager
    gráfico: chart graph
    grafo: graph
    grande: large big
    grupo: group
    guardar, guarda: save store
    habilitar, activar, activa: enable activate
    herencia, heredar: inheritance inherit
    herramienta: tool
    hilo: thread
    hora: time hour
    identificador: identifier id
    idioma, lenguaje: language
    igual: equal
    imagen: image
    importar, importación: import
    imprimir: print
    impuesto: tax
    incrustación, incrustar, embebido: embedding embed
    índice: index
    inferencia: inference
    informe: report
    inicializar, inicialización: initialize
    inicio: home start
    inquilino: tenant
    insertar: insert
    instalar, instalación: install
    integración: integration
    intento, intentar: attempt try
    interfaz: interface
    inventario: inventory stock
    inyección: injection
    lanzar, lanza: throw raise launch
    leer, lee, leen, lectura: read
    lento: slow
    letra: letter
    licencia: license
    limitar, límite: limit
    limpiar, limpieza: clean
    línea: line
    lista, listar: list
    llamar, llamada, llama: call
    llave: key
    lleno: full
    manejador: handler
    manejar, manejo, maneja: handle
    marca: mark brand
    margen: margin
    máximo: maximum max
    mayor: greater
    mejorar, mejora: improve
    memoria: memory
    menor: less
    mensaje: message
    mensual: monthly
    método: method
    métrica: metric
    migración: migration
    mínimo: minimum min
    modelo: model
    modificar, modificación: modify change
    módulo: module
    moneda: currency
    montón: heap
    mostrar, muestra: show display
    mover: move
    navegador: browser
    navegar, navegación: navigate navigation
    nodo: node
    nombre: name
    notificación, notificar, notifica: notification notify
    nube: cloud
    nulo: null none
    número: number
    objeto: object
    obtener, obtiene: get fetch
    ocultar: hide
    opción: option
    optimizar, optimización: optimize
    orden: order
    ordenar, ordenación: sort order
    organización: organization
    origen: origin source
    pagar, pago: payment pay
    página: page
    paginación, paginar: pagination paginate
    país: country
    palabra: word
    panel: panel dashboard
    pantalla: screen
    paquete: package
    parámetro: parameter
    parche: patch
    patrón: pattern
    pedido: order
    pequeño: small
    perfil: profile
    periódico: periodic
    permiso, permitir: permission allow
    persona: person
    pestaña: tab
    petición, solicitud, solicitar: request
    pila: stack
    planificar, programar, planificador: schedule scheduler
    plantilla: template
    precio: price
    pregunta: question
    procesar, proceso, procesa, procesamiento: process
    producción: production
    producto: product
    progreso: progress
    promedio: average mean
    propiedad: property
    propietario, dueño: owner
    propósito: purpose
    proteger, protege, protección: protect protection
    protocolo: protocol
    proveedor: provider supplier
    proyecto: project
    prueba, probar: test
    publicar, publicación, publica: publish post
    puerto: port
    puntero: pointer
    raíz: root
    rama: branch
    rápido: fast quick
    ratón: mouse
    razonamiento: reasoning
    rechazar: reject refuse
    recibir, recibe: receive
    reconocer, reconocimiento: recognize
    recordar, recordatorio: remember reminder
    recorrer, recorrido: traverse walk
    recuperar, recuperación: recover restore retrieve
    recurso: resource
    red: network
    redirigir, redirección: redirect
    reemplazar, reemplazo: replace
    referencia: reference
    registrar, registra, registro: register record log
    regla: rule
    reiniciar, reinicio: restart
    reintentar, reintento: retry
    rejilla: grid
    relación: relation relationship
    reloj: clock
    renderizar, dibujar: render draw
    rendimiento: performance
    renombrar: rename
    réplica, replicar: replica
    repositorio: repository
    reseña: review
    reserva, reservar: booking reservation
    respuesta, responder: response answer
    restablecer: reset
    restaurar, restauración: restore
    resultado: result
    resumen: summary overview
    rol: role
    ruta: route path
    salida: output
    sanear: sanitize clean
    secreto: secret
    segmentar: segment
    seguir, seguidor: follow follower
    seguridad: security
    seleccionar, selección: select
    semanal: weekly
    semilla: seed
    serializar, serializador: serialize serializer
    servicio: service
    servidor: server
    sesión: session
    símbolo: symbol
    similitud, similar: similarity
    simulacro, simulado: mock
    sincronizar, sincronización: synchronize sync
    síncrono: synchronous sync
    sintaxis: syntax
    sistema: system
    sonido: sound
    soporte: support
    subcomando: subcommand
    subir: upload
    sucursal: branch
    suma, sumar: sum add
    suscripción, suscribir: subscription subscribe
    tabla: table
    tamaño: size
    tarea: task
    tarifa: rate fee
    tarjeta: card
    teclado: keyboard
    tema: theme topic
    temporizador: timer
    texto: text
    tiempo: time
    tienda: shop store
    tipo: type
    título: title
    token, ficha: token
    trabajador: worker
    trabajo: job work
    traducción, traducir: translation translate
    tráfico: traffic
    transacción: transaction
    transformar: transform
    traza: trace
    tubería: pipe pipeline
    ubicación: location
    usar, uso, usa: use
    usuario: user
    vacío: empty
    validar, validación, valida: validate validation
    valor: value
    variable: variable
    velocidad: speed
    vender, venta: sale sell
    ventana: window
    verdadero: true
    verificar, verificación, verifica: verify verification
    versión: version
    vídeo: video
    vista: view
    volver: return back
    vulnerabilidad: vulnerability
"""
_stem = Stemmer.Stemmer("spanish", 0).stemWord


def _folded(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(plain(word.lower()) for word in words)


def _stems(folded: Iterable[str]) -> tuple[str, ...]:
    return tuple(_stem(word) for word in folded)


def _entries() -> Iterator[tuple[tuple[str, ...], str]]:
    for line in _TERMS.strip().splitlines():
        spanish, _, english = line.partition(":")
        for term in spanish.split(","):
            yield _folded(term.split()), english.strip()


_AS_WRITTEN = dict(_entries())
# Of terms with the same stem the first counts: other forms of a word are found by it.
_BY_STEM = {_stems(words): english for words, english in reversed(_AS_WRITTEN.items())}
_LONGEST = max(map(len, _AS_WRITTEN))
_SMALL = SPANISH | ENGLISH


def in_english(text: str) -> str:
    """A Spanish question with the words it knows in English, without small words; what it doesn't know stays as it is.

    Names of code, in which there are no words of prose, stay whole.
    """
    words = [word.strip("\"'`“”‘’«»<>()[]{},;:!?¿¡.") for word in text.split()]
    folded = _folded(words)
    stems = _stems(folded)
    found: list[str] = []
    at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            run = slice(at, at + length)
            english = _AS_WRITTEN.get(folded[run]) or (None if folded[at] in _SMALL else _BY_STEM.get(stems[run]))
            if english:
                found.append(english)
                at += length
                break
        else:
            if words[at] and folded[at] not in _SMALL:
                found.append(words[at])
            at += 1
    return " ".join(found)
