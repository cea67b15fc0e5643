"""Spanish words of programming in English: code is named in English, and so is what the vectors have learnt from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import Stemmer  # type: ignore[import-not-found]

from apps.engine.retrieval.language import plain
from apps.engine.retrieval.stopwords import ENGLISH, SPANISH

_TERMS = """
    a través de: through
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
    abrir, abre: open
    acceso, acceder: access
    acción: action
    actualizar, actualización: update
    administrador: admin administrator
    administrar: manage
    advertencia: warning
    agregar, añadir, añade: add
    agrupar: group
    ajuste: setting
    alerta: alert
    almacén: store warehouse
    almacenar, almacenamiento: store storage
    análisis, analizar: parse analyze
    analizador: parser
    ancho: width
    aplicación: application app
    aplicar, aplica: apply
    árbol: tree
    archivo, fichero: file
    argumento: argument
    arquitectura: architecture
    arranque, arrancar: startup boot
    arreglo: array fix
    arreglar: fix
    artículo: article item
    asíncrono, asíncrona: async asynchronous
    atributo: attribute
    autenticación, autenticar, autentica: authentication authenticate auth
    autorización, autorizar, autoriza: authorization authorize
    ayuda: help
    barra: bar
    biblioteca, librería: library
    bloque: block
    bloquear, bloqueo: lock block
    borrar, borra, eliminar, elimina, suprimir: delete remove
    borrador: draft
    botón: button
    búfer: buffer
    buscar, busca, búsqueda: search find
    buscador: search engine
    cabecera, encabezado: header
    cadena: string chain
    caché: cache
    calcular, cálculo, calcula: calculate compute
    calendario: calendar
    cambiar, cambio, cambia: change
    campo: field
    canal: channel
    capa: layer
    carga, cargar, carga: load upload
    carpeta, directorio: folder directory
    carrito: cart
    categoría: category
    cerrar, cierre, cierra: close
    certificado: certificate
    cifrar, cifrado, encriptar, cifra: encrypt encryption
    clase: class
    clave: key
    cliente: client customer
    código: code
    cola: queue
    colección: collection
    columna: column
    comando: command
    comentario: comment
    comparar, comparación: compare
    compartir: share
    compilar, compilación: compile build
    complemento: plugin
    componente: component
    comprar, compra: purchase buy
    comprobar, comprobación, comprueba: check
    conectar, conexión, conecta: connect connection
    configuración, configurar, configura: configuration config settings
    conjunto: set
    constante: constant
    construir, construye: build
    consulta, consultar: query
    contar, cuenta: count account
    contenedor: container
    contenido: content
    contraseña: password
    controlador: controller
    convertir, conversión, convierte: convert conversion
    copia, copiar: copy
    copia de seguridad, respaldo: backup
    correo: email mail
    corregir, corrige: fix
    crear, crea, creación: create
    credencial: credential
    cuadrícula: grid
    dato: data
    decorador: decorator
    definir, define, definición: define definition
    dependencia: dependency
    depurar, depuración: debug
    desactivar, deshabilitar: disable
    descargar, descarga: download
    descripción: description
    deshacer: undo rollback
    desplegar, despliegue: deploy deployment
    destinatario: recipient
    detener, parar: stop
    devolver, devuelve: return
    diagrama: diagram
    dirección: address
    diseño: design layout
    dispositivo: device
    dividir: split
    documento: document
    duplicado: duplicate
    editar, edición: edit
    ejecutar, ejecuta, ejecución: run execute execution
    ejemplo: example
    elemento: element item
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
    fallo, falla, fallan, fallar: fail failure error
    escribir, escribe, escritura: write
    escuchar, escucha: listen
    espacio: space
    esperar, espera: wait
    esquema: schema
    estado: state status
    etiqueta: tag label
    evento: event
    excepción: exception
    exportar: export
    expresión: expression
    fábrica: factory
    factura, facturación: invoice billing
    fecha: date
    fila: row
    filtro, filtrar: filter
    flujo: flow stream
    formato: format
    formulario: form
    fuente: source
    función: function
    funciona, funcionan, funcionar: work
    fusionar: merge
    generar, genera: generate
    gestionar, gestión, gestiona: manage management
    gestor: manager
    gráfico: chart graph
    grafo: graph
    grupo: group
    guardar, guarda: save store
    habilitar, activar, activa: enable activate
    herencia, heredar: inheritance inherit
    herramienta: tool
    hilo: thread
    hora: time hour
    identificador: identifier id
    idioma, lenguaje: language
    imagen: image
    importar, importación: import
    imprimir: print
    impuesto: tax
    índice: index
    informe: report
    inicializar, inicialización: initialize
    inicio: home start
    insertar: insert
    instalar, instalación: install
    integración: integration
    interfaz: interface
    inventario: inventory stock
    inyección: injection
    lanzar, lanza: throw raise launch
    leer, lee, lectura: read
    limitar, límite: limit
    limpiar, limpieza: clean
    línea: line
    lista, listar: list
    llamar, llamada, llama: call
    llave: key
    manejar, manejo, maneja: handle
    manejador: handler
    marca: mark brand
    mensaje: message
    método: method
    migración: migration
    modelo: model
    módulo: module
    moneda: currency
    mostrar, muestra: show display
    mover: move
    navegador: browser
    navegar, navegación: navigate navigation
    nodo: node
    nombre: name
    notificación, notificar, notifica: notification notify
    número: number
    objeto: object
    obtener, obtiene: get fetch
    ocultar: hide
    opción: option
    orden: order
    ordenar, ordenación: sort order
    origen: origin source
    pagar, pago: payment pay
    página: page
    paginación, paginar: pagination paginate
    palabra: word
    panel: panel dashboard
    pantalla: screen
    paquete: package
    parámetro: parameter
    patrón: pattern
    pedido: order
    perfil: profile
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
    producto: product
    propiedad: property
    propietario, dueño: owner
    proteger, protege, protección: protect protection
    proveedor: provider supplier
    proyecto: project
    prueba, probar: test
    publicar, publicación, publica: publish post
    puerto: port
    raíz: root
    rama: branch
    rechazar: reject refuse
    recibir, recibe: receive
    recordar, recordatorio: remember reminder
    recuperar, recuperación: recover restore retrieve
    recurso: resource
    red: network
    redirigir, redirección: redirect
    registrar, registra, registro: register record log
    regla: rule
    reintentar, reintento: retry
    relación: relation relationship
    reloj: clock
    rendimiento: performance
    renderizar, dibujar: render draw
    repositorio: repository
    reseña: review
    reserva, reservar: booking reservation
    respuesta, responder: response answer
    restablecer: reset
    resultado: result
    resumen: summary overview
    ruta: route path
    rol: role
    salida: output
    seguir, seguidor: follow follower
    seguridad: security
    seleccionar, selección: select
    semilla: seed
    serializar, serializador: serialize serializer
    servicio: service
    servidor: server
    sesión: session
    símbolo: symbol
    sincronizar, sincronización: synchronize sync
    sistema: system
    soporte: support
    subir: upload
    suscripción, suscribir: subscription subscribe
    sucursal: branch
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
    transacción: transaction
    transformar: transform
    ubicación: location
    usar, uso, usa: use
    usuario: user
    validar, validación, valida: validate validation
    valor: value
    variable: variable
    vender, venta: sale sell
    ventana: window
    verificar, verificación, verifica: verify verification
    versión: version
    vista: view
    volver: return back
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
